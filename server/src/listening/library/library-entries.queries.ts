import type { EpisodeItem } from '@earmark/contract/library.ts'
import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { RecordingIds } from '../../catalogue/recordings/recordings.ts'

export type EntryRow = { readonly id: number } & RecordingIds

function selectEntries(connection: Connection, userId: string) {
  return connection
    .selectFrom('library_entries as entry')
    .leftJoin('episodes', 'episodes.id', 'entry.episode_id')
    .where('entry.user_id', '=', userId)
    .select(['entry.id', 'entry.audio_book_id', 'entry.episode_id', 'episodes.podcast_id'])
    .$castTo<EntryRow>()
}

/** Newest first. */
export async function listEntries(connection: Connection, userId: string): Promise<EntryRow[]> {
  return await selectEntries(connection, userId)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
}

/** The entry of an audio book. */
export async function findAudioBookEntry(
  connection: Connection,
  userId: string,
  audioBookId: number,
): Promise<EntryRow | undefined> {
  return await selectEntries(connection, userId)
    .where('entry.audio_book_id', '=', audioBookId)
    .executeTakeFirst()
}

/** Those of the given episodes' entries that are there. */
export async function listEpisodeEntries(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  items: readonly EpisodeItem[],
): Promise<EntryRow[]> {
  const ids = dialect.idSet(items.map(({ podcastEpisodeId }) => podcastEpisodeId))
  return await selectEntries(connection, userId).where('entry.episode_id', 'in', ids).execute()
}

/**
 * Without effect when it is there.
 *
 * @returns whether it was added
 * @throws MissingRowError when there is no such audio book
 */
export async function insertAudioBookEntry(
  connection: Connection,
  userId: string,
  audioBookId: number,
  now: number,
): Promise<boolean> {
  const added = await connection
    .insertInto('library_entries')
    .values({ user_id: userId, audio_book_id: audioBookId, episode_id: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Adds what is not there yet, in the order given; leaves out what is no episode of the podcast that it names.
 *
 * @returns how many were added
 * @throws MissingRowError when an episode is deleted meanwhile
 */
export async function insertEpisodeEntries(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  items: readonly EpisodeItem[],
  now: number,
): Promise<number> {
  const rows = dialect.jsonRows(
    items.map(({ podcastId, podcastEpisodeId }, place) => [podcastId, podcastEpisodeId, place]),
  )
  const { rows: added } = await sql`
    insert into library_entries (user_id, episode_id, created_at)
    select cast(${userId} as text), episodes.id, cast(${now} as bigint)
    from ${rows} as item
    join episodes on episodes.id = cast(item.value ->> 1 as bigint)
      and episodes.podcast_id = cast(item.value ->> 0 as bigint)
    where true
    order by cast(item.value ->> 2 as bigint)
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
