import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { laterThanBefore } from './creators.queries.ts'

const owned = [
  ['audio_books', 'audio_book_id'],
  ['podcasts', 'podcast_id'],
  ['episodes', 'episode_id'],
] as const

/** In the order of `ids`: an id of a creator that was merged into another leads to the other, any other id to itself. */
export async function followMerges(connection: Connection, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const merged = await connection
    .selectFrom('merged_creators')
    .where('id', 'in', ids)
    .select(['id', 'creator_id'])
    .execute()
  const leadsTo = new Map(merged.map((row) => [row.id, row.creator_id]))
  return ids.map((id) => leadsTo.get(id) ?? id)
}

/** Moves the times of the last change of all records that credit a creator. */
export async function touchCreditedRecords(connection: Connection, id: number, now: number): Promise<void> {
  for (const [table, owner] of owned) {
    const credited = connection.selectFrom('credits').where('creator_id', '=', id).select(owner)
    await connection
      .updateTable(table)
      .set({ updated_at: laterThanBefore(now) })
      .where('id', 'in', credited.where(owner, 'is not', null).$castTo<{ id: number }>())
      .execute()
  }
}

/** Makes the credits of one creator the other's. Of two equal ones the earlier stays. */
export async function mergeCredits(connection: Connection, id: number, into: number): Promise<void> {
  const areEqual = sql`theirs.creator_id = ${into} and mine.creator_id = ${id}
    and theirs.role = mine.role and theirs.as_name = mine.as_name and (theirs.audio_book_id = mine.audio_book_id
    or theirs.podcast_id = mine.podcast_id or theirs.episode_id = mine.episode_id)`
  await sql`update credits as theirs set ordinal = mine.ordinal from credits as mine
    where ${areEqual} and mine.ordinal < theirs.ordinal`.execute(connection)
  await sql`delete from credits as mine where exists (select 1 from credits as theirs where ${areEqual})`.execute(
    connection,
  )
  await connection.updateTable('credits').set({ creator_id: into }).where('creator_id', '=', id).execute()
}

/** Leads the id of a creator, and those that lead to it, to another; the creator goes. */
export async function leadOn(connection: Connection, id: number, into: number): Promise<void> {
  await connection
    .updateTable('merged_creators')
    .set({ creator_id: into })
    .where('creator_id', '=', id)
    .execute()
  await connection.deleteFrom('creators').where('id', '=', id).execute()
  await connection.insertInto('merged_creators').values({ id, creator_id: into }).execute()
}
