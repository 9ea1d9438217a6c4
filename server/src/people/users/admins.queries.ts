import type { Connection } from '../../db/engine/dialect.ts'

const firstAdmin = 'first-admin'

/**
 * Serializes the changes of who is an administrator until the end of the transaction: of two administrators who leave
 * at once, one stays. Against deadlocks `lockAccount` comes first.
 */
export async function lockAdmins(transaction: Connection, now: number): Promise<void> {
  await transaction
    .insertInto('milestones')
    .values({ name: firstAdmin, reached_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: firstAdmin } as never))
    .execute()
}

/** Whether there is a confirmed administrator beside `exceptId`. */
export async function hasAdmin(connection: Connection, exceptId = ''): Promise<boolean> {
  const row = await connection
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .where('email_confirmed_at', 'is not', null)
    .where('id', '<>', exceptId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
