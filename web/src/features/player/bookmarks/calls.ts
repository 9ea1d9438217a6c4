import {
  addBookmark,
  type Bookmark,
  type BookmarkSortField,
  changeBookmark,
  pageBookmarks,
  removeBookmark,
} from '@earmark/contract/bookmarks.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { ApiError, call } from '../../../lib/api.ts'
import type { Moment } from '../../../lib/moment.ts'
import { type ApiQuery, queryClient } from '../../../lib/query-client.ts'
import type { RecordingRef } from '../reducer/state.ts'

export type { Bookmark }

/** What a listener writes of a bookmark. */
export type Marked = Moment & { note: string }

const pageSize = 100

function referenceOf(recording: RecordingRef) {
  return recording.kind === 'audio-book'
    ? { audioBookId: recording.id }
    : { podcastId: recording.podcastId, podcastEpisodeId: recording.id }
}

export function recordingOf({ audioBook, podcast, podcastEpisode }: Bookmark): RecordingRef | null {
  if (audioBook !== null) return { kind: 'audio-book', id: audioBook.id }
  if (podcast === null || podcastEpisode === null) return null
  return { kind: 'episode', id: podcastEpisode.id, podcastId: podcast.id }
}

export function isOf(one: RecordingRef | null, other: RecordingRef): boolean {
  return one?.kind === other.kind && one.id === other.id
}

/** @param clientId of a bookmark that is there already: answered as it is */
export function sendNew(recording: RecordingRef, marked: Marked, clientId: string): Promise<Bookmark> {
  const { startSeconds, endSeconds, note } = marked
  return orLost(
    call(addBookmark, { body: { ...referenceOf(recording), startSeconds, endSeconds, note, clientId } }),
  )
}

/** @throws {ApiError} of status 409 with the newer one as `current` of its item */
export function sendEdit(id: number, marked: Marked, baseVersion: number): Promise<Bookmark> {
  const { startSeconds, endSeconds, note } = marked
  return orLost(
    call(changeBookmark, { params: { id }, body: { startSeconds, endSeconds, note, baseVersion } }),
  )
}

/** One that is gone already counts as removed. */
export async function sendRemoval(id: number): Promise<void> {
  await orLost(call(removeBookmark, { params: { id } })).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}

/** The newer one of a refused edit. */
export function staleOf(error: unknown): Bookmark | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.items.find(({ code }) => code === 'StaleBookmark')?.current as Bookmark | undefined
}

/** A body that breaks off counts as no connection. */
async function orLost<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, [], { cause: error })
  }
}

const root = '/bookmarks/me'

/** All of a recording, or of the account. */
export function bookmarksQuery(recording: RecordingRef | null): ApiQuery<Bookmark[]> {
  const name = recording === null ? '' : `?${recording.kind}=${recording.id}`
  return { queryKey: ['api', `${root}${name}`], queryFn: ({ signal }) => readAll(recording, signal) }
}

async function readAll(recording: RecordingRef | null, signal: AbortSignal): Promise<Bookmark[]> {
  const all: Bookmark[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const paged = pagedQuery<BookmarkSortField>({ pageNumber, pageSize, sortBy: 'id' })
    const querystring = { ...paged, ...(recording && referenceOf(recording)) }
    const { items, totalCount } = await call(pageBookmarks, { querystring }, { signal })
    all.push(...items)
    if (items.length === 0 || all.length >= totalCount) return all
  }
}

/** Writes what the server has confirmed into the lists; an answer in flight may be older. */
export async function noteSaved(recording: RecordingRef, id: number, saved: Bookmark | null): Promise<void> {
  for (const { queryKey } of [bookmarksQuery(recording), bookmarksQuery(null)]) {
    await queryClient.cancelQueries({ queryKey, exact: true })
    queryClient.setQueryData<Bookmark[]>(queryKey, (known) => {
      const others = known?.filter((bookmark) => bookmark.id !== id)
      return others && [...others, ...(saved ? [saved] : [])]
    })
  }
}

export function reloadBookmarks(): void {
  const predicate = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
    String(path).startsWith(root)
  void queryClient.invalidateQueries({ predicate })
}
