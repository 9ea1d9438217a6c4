import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

export interface EntryRow {
  readonly id: number
  readonly recording_id: number
}

function selectEntries(connection: Connection, userId: string) {
  return connection.selectFrom('library_entries').where('user_id', '=', userId).select(['id', 'recording_id'])
}

/** Newest first. */
export async function listEntries(connection: Connection, userId: string): Promise<EntryRow[]> {
  return await selectEntries(connection, userId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** Those of the given recordings' entries that are there. */
export async function listEntriesOf(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  recordingIds: readonly number[],
): Promise<EntryRow[]> {
  const ids = dialect.idSet(recordingIds)
  return await selectEntries(connection, userId).where('recording_id', 'in', ids).execute()
}

/**
 * Adds what is not there yet, in the order given.
 *
 * @returns how many were added
 * @throws MissingRowError when a recording is deleted meanwhile
 */
export async function insertEntries(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  recordingIds: readonly number[],
  now: number,
): Promise<number> {
  const rows = dialect.jsonRows(recordingIds.map((id, ordinal) => [id, ordinal]))
  const { rows: added } = await sql`
    insert into library_entries (user_id, recording_id, created_at)
    select cast(${userId} as text), cast(item.value ->> 0 as bigint), cast(${now} as bigint)
    from ${rows} as item
    where true
    order by cast(item.value ->> 1 as bigint)
    on conflict do nothing
    returning id`.execute(connection)
  return added.length
}

/** @returns how many of them there were */
export async function deleteEntries(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  ids: readonly number[],
): Promise<number> {
  const deleted = await connection
    .deleteFrom('library_entries')
    .where('user_id', '=', userId)
    .where('id', 'in', dialect.idSet(ids))
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteAllEntries(connection: Connection, userId: string): Promise<void> {
  await connection.deleteFrom('library_entries').where('user_id', '=', userId).execute()
}
