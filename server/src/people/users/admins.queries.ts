import type { Connection } from '../../db/engine/dialect.ts'

const firstAdmin = 'first-admin'

/**
 * Makes whoever changes who is an administrator wait for one another, until the end of their transactions: two
 * administrators who leave at the same time must not both see the other one stay. Whoever also locks an account
 * (`lockAccount`) does that first, or two could wait for each other.
 */
export async function lockAdmins(transaction: Connection, now: number): Promise<void> {
  await transaction
    .insertInto('milestones')
    .values({ name: firstAdmin, reached_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: firstAdmin } as never))
    .execute()
}

/**
 * Whether somebody beside `exceptId` is an administrator and may sign in: one whose address is not confirmed could
 * not help anybody.
 */
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
