import type { Connection } from '../engine/dialect.ts'

const firstChange = 'first-catalogue-change'

/** Makes whoever changes the catalogue wait for one another, until the end of their transactions. */
export async function lockCatalogue(transaction: Connection, now: number): Promise<void> {
  await transaction
    .insertInto('milestones')
    .values({ name: firstChange, reached_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: firstChange } as never))
    .execute()
}
