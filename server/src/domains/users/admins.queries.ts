import type { Connection } from '../../db/dialect.ts'

const firstAdmin = 'first-admin'

/**
 * Makes whoever changes who is an administrator wait for one another, until the end of their transactions: two
 * administrators who leave at the same time must not both see the other one stay.
 */
export async function lockAdmins(transaction: Connection, now: number): Promise<void> {
  await transaction
    .insertInto('milestones')
    .values({ name: firstAdmin, reached_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: firstAdmin } as never))
    .execute()
}
