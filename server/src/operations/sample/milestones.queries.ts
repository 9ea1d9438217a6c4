import type { Connection } from '../../db/engine/dialect.ts'

/** The sample catalogue is whole, or was declined when the database was new. */
export const sampleSettled = 'sample-catalogue-settled'

export async function hasReached(connection: Connection, milestone: string): Promise<boolean> {
  const row = await connection
    .selectFrom('milestones')
    .select('name')
    .where('name', '=', milestone)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertMilestone(connection: Connection, milestone: string, now: number): Promise<void> {
  await connection
    .insertInto('milestones')
    .values({ name: milestone, reached_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
