import { maxBookmarks } from '@earmark/contract/limits.ts'
import { randomUUID } from 'node:crypto'
import type { Bookmark, BookmarkChange, NewBookmark } from '@earmark/contract/bookmarks.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { lockAccount } from '../../people/users/users.queries.ts'
import {
  findRecordingDuration,
  findRecordingIds,
  type RecordingAddress,
} from '../../catalogue/recordings/recordings.queries.ts'
import { findRecordings } from '../../catalogue/recordings/recordings.ts'
import * as bookmarks from './bookmarks.queries.ts'
import { viewBookmarks } from './bookmark-views.ts'

export type BookmarkDeps = Pick<MediaDeps, 'db' | 'clock'>

type Marked = Required<Pick<BookmarkChange, 'startSeconds' | 'endSeconds'>>

/** A repeated request is answered with the bookmark of the first. */
export async function addBookmark(
  { db, clock }: BookmarkDeps,
  userId: string,
  address: RecordingAddress,
  given: NewBookmark,
  failure: FailureOf<'Unauthorized' | 'UnknownItem' | 'BookmarkInvalid' | 'TooManyBookmarks'>,
): Promise<{ bookmark: Bookmark; isNew: boolean }> {
  const { startSeconds, endSeconds = null, note = '' } = given
  const clientId = given.clientId?.toLowerCase() ?? randomUUID()
  const adding = change(db, userId, failure, async (transaction) => {
    const present = await bookmarks.findBookmarkOfClient(transaction, userId, clientId)
    if (present) return { bookmark: await view(db, transaction, present), isNew: false }
    const engine = { connection: transaction, dialect: db.dialect }
    const [recordingId = null] = await findRecordingIds(engine, userId, [address])
    if (recordingId === null) throw failure('UnknownItem')
    const durationMs = await findRecordingDuration(transaction, recordingId)
    const times = timesOf({ startSeconds, endSeconds }, durationMs, failure)
    if ((await bookmarks.countBookmarks(transaction, userId)) >= maxBookmarks)
      throw failure('TooManyBookmarks')
    const row = { ...times, recordingId, clientId, note }
    const id = await bookmarks.insertBookmark(transaction, userId, row, clock())
    const added = await bookmarks.findBookmark(transaction, userId, id)
    return { bookmark: added && (await view(db, transaction, added)), isNew: true }
  })
  // A missing row is a recording that was deleted meanwhile.
  const { bookmark, isNew } = await adding.catch(failOn(MissingRowError, () => failure('UnknownItem')))
  if (!bookmark) throw failure('UnknownItem')
  return { bookmark, isNew }
}

/** The same request again, after its answer was lost, is answered as the first one was. */
export async function changeBookmark(
  { db, clock }: BookmarkDeps,
  userId: string,
  id: number,
  { startSeconds, endSeconds = null, note, baseVersion }: BookmarkChange,
  failure: FailureOf<'Unauthorized' | 'NotFound' | 'BookmarkInvalid' | 'StaleBookmark'>,
): Promise<Bookmark> {
  return await change(db, userId, failure, async (transaction) => {
    const present = await bookmarks.findBookmark(transaction, userId, id)
    const current = present && (await view(db, transaction, present))
    if (!present || !current) throw failure('NotFound')
    const durationMs = await findRecordingDuration(transaction, present.recording_id)
    const times = timesOf({ startSeconds, endSeconds }, durationMs, failure)
    const wanted = { ...times, note }
    if (present.version === baseVersion + 1 && isSame(present, wanted)) return current
    if (present.version !== baseVersion) throw failure('StaleBookmark', { current })
    await bookmarks.updateBookmark(transaction, present, wanted, clock())
    const changed = await bookmarks.findBookmark(transaction, userId, id)
    const bookmark = changed && (await view(db, transaction, changed))
    if (!bookmark) throw failure('NotFound')
    return bookmark
  })
}

function isSame(
  row: bookmarks.BookmarkRow,
  { startMs, endMs, note }: bookmarks.MarkedTimes & { readonly note: string },
): boolean {
  return row.start_ms === startMs && row.end_ms === endMs && row.note === note
}

export async function removeBookmark(
  { db }: BookmarkDeps,
  userId: string,
  id: number,
  failure: FailureOf<'Unauthorized' | 'NotFound'>,
): Promise<void> {
  await change(db, userId, failure, async (transaction) => {
    if (!(await bookmarks.deleteBookmark(transaction, userId, id))) throw failure('NotFound')
  })
}

/** @param durationMs null for a recording without a sound, in which every time is taken */
function timesOf(
  { startSeconds, endSeconds }: Marked,
  durationMs: number | null,
  failure: FailureOf<'BookmarkInvalid'>,
): bookmarks.MarkedTimes {
  const startMs = Math.round(startSeconds * 1000)
  const endMs = endSeconds === null ? null : Math.round(endSeconds * 1000)
  const lastMs = durationMs ?? Number.POSITIVE_INFINITY
  if (startMs > lastMs) throw failure('BookmarkInvalid', { field: 'startSeconds' })
  if (endMs !== null && (endMs <= startMs || endMs > lastMs))
    throw failure('BookmarkInvalid', { field: 'endSeconds' })
  return { startMs, endMs }
}

/** Undefined where the recording is not public. */
async function view(
  { dialect }: BookmarkDeps['db'],
  connection: Connection,
  row: bookmarks.ChapteredRow,
): Promise<Bookmark | undefined> {
  const recordings = await findRecordings({ connection, dialect }, [row.recording_id])
  return viewBookmarks([row], recordings)[0]
}

/** The account may have been deleted since it was admitted; its changes take turns. */
async function change<T>(
  { connection }: BookmarkDeps['db'],
  userId: string,
  failure: FailureOf<'Unauthorized'>,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return await connection.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
    return await work(transaction)
  })
}
