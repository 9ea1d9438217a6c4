import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { selectHiddenRecordings } from '../../catalogue/recordings/recordings.queries.ts'

interface Engine {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** Milliseconds. */
export interface MarkedTimes {
  readonly startMs: number
  /** Of a clip. */
  readonly endMs: number | null
}

export interface BookmarkRow {
  readonly id: number
  readonly recording_id: number
  readonly client_id: string
  readonly start_ms: number
  readonly end_ms: number | null
  readonly note: string
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
}

/** What the order of a list depends on. */
export type BookmarkPlace = Pick<BookmarkRow, 'id' | 'recording_id' | 'start_ms'>

/** A bookmark with the title of the chapter in which it lies; null for none. */
export type ChapteredRow = BookmarkRow & { readonly chapter_title: string | null }

const columns = [
  'bookmarks.id',
  'bookmarks.recording_id',
  'bookmarks.client_id',
  'bookmarks.start_ms',
  'bookmarks.end_ms',
  'bookmarks.note',
  'bookmarks.version',
  'bookmarks.created_at',
  'bookmarks.updated_at',
] as const

/** The bookmarks of public recordings, by id. */
export async function listBookmarkPlaces(
  connection: Connection,
  userId: string,
  recordingId: number | undefined,
): Promise<BookmarkPlace[]> {
  const own = connection
    .selectFrom('bookmarks')
    .where('user_id', '=', userId)
    .where('recording_id', 'not in', selectHiddenRecordings(connection))
    .orderBy('id')
    .select(['id', 'recording_id', 'start_ms'])
  return await (recordingId === undefined ? own : own.where('recording_id', '=', recordingId)).execute()
}

/** In the order of their ids. */
export async function listBookmarks(
  { connection, dialect }: Engine,
  userId: string,
  ids: readonly number[],
): Promise<ChapteredRow[]> {
  return await selectChaptered(connection)
    .where('user_id', '=', userId)
    .where('bookmarks.id', 'in', dialect.idSet(ids))
    .orderBy('bookmarks.id')
    .execute()
}

export async function findBookmark(
  connection: Connection,
  userId: string,
  id: number,
): Promise<ChapteredRow | undefined> {
  return await selectChaptered(connection)
    .where('user_id', '=', userId)
    .where('bookmarks.id', '=', id)
    .executeTakeFirst()
}

export async function findBookmarkOfClient(
  connection: Connection,
  userId: string,
  clientId: string,
): Promise<ChapteredRow | undefined> {
  return await selectChaptered(connection)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

function selectChaptered(connection: Connection) {
  return connection
    .selectFrom('bookmarks')
    .select(columns)
    .select((of) =>
      of
        .selectFrom('chapters')
        .whereRef('chapters.recording_id', '=', 'bookmarks.recording_id')
        .whereRef('chapters.start_ms', '<=', 'bookmarks.start_ms')
        .orderBy('chapters.ordinal', 'desc')
        .limit(sql.lit(1))
        .select('chapters.title')
        .as('chapter_title'),
    )
}

export async function countBookmarks(connection: Connection, userId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('bookmarks')
    .where('user_id', '=', userId)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws MissingRowError when the recording is deleted meanwhile */
export async function insertBookmark(
  connection: Connection,
  userId: string,
  bookmark: MarkedTimes & { readonly recordingId: number; readonly clientId: string; readonly note: string },
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('bookmarks')
    .values({
      user_id: userId,
      recording_id: bookmark.recordingId,
      client_id: bookmark.clientId,
      start_ms: bookmark.startMs,
      end_ms: bookmark.endMs,
      note: bookmark.note,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateBookmark(
  connection: Connection,
  row: BookmarkRow,
  { startMs, endMs, note }: MarkedTimes & { readonly note: string },
  now: number,
): Promise<void> {
  await connection
    .updateTable('bookmarks')
    .set({ start_ms: startMs, end_ms: endMs, note, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute()
}

/** @returns whether there was one */
export async function deleteBookmark(connection: Connection, userId: string, id: number): Promise<boolean> {
  const deleted = await connection
    .deleteFrom('bookmarks')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return deleted.length > 0
}
