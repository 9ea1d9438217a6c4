import type { Bookmark, BookmarkSortField } from '@earmark/contract/bookmarks.ts'
import { foldText } from '@earmark/contract/fold.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { Database } from '../../db/database.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import { isByRelevance } from '../../http/lists/list-pages.ts'
import { findRecordings } from '../../catalogue/recordings/recordings.ts'
import { findRecordingIds, type RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import { type BookmarkPlace, listBookmarkPlaces, listBookmarks } from './bookmarks.queries.ts'
import { viewBookmarks } from './bookmark-views.ts'

/** With the longest notes, in books of the most chapters, about 15 ms. */
const bookmarksAtOnce = 25

/** @param address null: of all recordings */
export async function readBookmarkPage(
  db: Database,
  userId: string,
  address: RecordingAddress | null,
  query: PagedQuery<BookmarkSortField>,
): Promise<{ items: Bookmark[]; totalCount: number }> {
  const { search, sortBy, sortOrder, pageNumber, pageSize } = query
  // What is found is all alike.
  const field = isByRelevance(query) || sortBy === 'relevance' ? 'id' : sortBy
  const found = await listMatches(db, userId, await listOwn(db, userId, address), search)
  const ordered = sorters[field](found, sortOrder)
  const places = ordered.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const items = (await Array.fromAsync(viewSlices(db, userId, places))).flat()
  return { items, totalCount: found.length }
}

/** Recordings in the order of their last bookmarks, newest first, in slices. */
export async function* bookmarkSlices(
  db: Database,
  userId: string,
  address: RecordingAddress | null,
): AsyncGenerator<Bookmark[], void> {
  const places = sorters.recording(await listOwn(db, userId, address), 'desc')
  yield* viewSlices(db, userId, places)
}

async function listOwn(
  { connection, dialect }: Database,
  userId: string,
  address: RecordingAddress | null,
): Promise<BookmarkPlace[]> {
  if (address === null) return await listBookmarkPlaces(connection, userId, undefined)
  const [recordingId = null] = await findRecordingIds({ connection, dialect }, userId, [address])
  return recordingId === null ? [] : await listBookmarkPlaces(connection, userId, recordingId)
}

/** In the order of `places`, without those that were removed since. */
async function* viewSlices(
  db: Database,
  userId: string,
  places: readonly BookmarkPlace[],
): AsyncGenerator<Bookmark[], void> {
  for (let start = 0; start < places.length; start += bookmarksAtOnce) {
    await yieldToEventLoop()
    const ids = places.slice(start, start + bookmarksAtOnce).map(({ id }) => id)
    const rows = await listBookmarks(db, userId, ids)
    const recordings = await findRecordings(db, [...new Set(rows.map((row) => row.recording_id))])
    const views = new Map(viewBookmarks(rows, recordings).map((bookmark) => [bookmark.id, bookmark]))
    yield ids.flatMap((id) => views.get(id) ?? [])
  }
}

/** Those in whose note, names or chapter each word of the search occurs. */
async function listMatches(
  db: Database,
  userId: string,
  places: readonly BookmarkPlace[],
  search: string,
): Promise<BookmarkPlace[]> {
  const words = foldText(search).split(' ').filter(Boolean)
  if (words.length === 0) return [...places]
  const found = new Set<number>()
  for await (const slice of viewSlices(db, userId, places)) {
    for (const bookmark of slice) {
      const text = foldText(textOf(bookmark))
      if (words.every((word) => text.includes(word))) found.add(bookmark.id)
    }
  }
  return places.filter(({ id }) => found.has(id))
}

function textOf({ note, chapterTitle, audioBook, podcast, podcastEpisode }: Bookmark): string {
  return [note, chapterTitle, audioBook?.name, podcast?.name, podcastEpisode?.name].join('\n')
}

type Sorter = (places: readonly BookmarkPlace[], order: 'asc' | 'desc') => BookmarkPlace[]

const byStart = (one: BookmarkPlace, other: BookmarkPlace) =>
  one.start_ms - other.start_ms || one.id - other.id

/** `places` ascend by id, which is their order of time. */
const sorters: Readonly<Record<BookmarkSortField, Sorter>> = {
  id: (places, order) => (order === 'asc' ? [...places] : places.toReversed()),
  startSeconds: (places, order) => {
    const ascending = places.toSorted(byStart)
    return order === 'asc' ? ascending : ascending.toReversed()
  },
  recording: (places, order) => {
    const lastIds = new Map(places.map(({ recording_id, id }) => [recording_id, id]))
    const lastOf = ({ recording_id }: BookmarkPlace) => lastIds.get(recording_id) ?? 0
    const sign = order === 'asc' ? 1 : -1
    return places.toSorted((one, other) => sign * (lastOf(one) - lastOf(other)) || byStart(one, other))
  },
}
