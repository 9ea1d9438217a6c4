import type { MovedBookmark, MovedPosition } from '../library/moved-library.ts'
import type {
  ListeningState,
  PlannedBook,
  PlannedBookmark,
  PlannedMove,
  PlannedPosition,
} from './planned-move.ts'
import { movedKey, positionKey, type Present, recordingKey } from './present.ts'

type Planned = Pick<PlannedMove, 'users' | 'books' | 'podcasts'>

/** By whom and of what, by the ids there: what will be here; an id here, as far as it is known by now. */
interface Here {
  readonly accounts: ReadonlyMap<string, string | null>
  /** By the id of the book or episode. */
  readonly recordings: ReadonlyMap<string, number | null>
}

export function planPositions(
  positions: readonly MovedPosition[],
  planned: Planned,
  present: Present,
): PlannedPosition[] {
  const here = whatIsHere(planned, present)
  return positions.map((position) => ({ position, state: statePosition(position, here, present) }))
}

export function planBookmarks(
  bookmarks: readonly MovedBookmark[],
  planned: Planned,
  present: Present,
): PlannedBookmark[] {
  const here = whatIsHere(planned, present)
  return bookmarks.map((bookmark) => {
    const { userId, bookId } = bookmark
    if (present.moved.has(movedKey('bookmark', bookmarkId(bookmark)))) return { bookmark, state: 'Known' }
    if (!here.accounts.has(userId)) return { bookmark, state: 'NobodyHere' }
    return { bookmark, state: here.recordings.has(bookId) ? 'New' : 'NothingHere' }
  })
}

/** What tells a bookmark from others there. */
export function bookmarkId({ userId, bookId, seconds, createdAt }: MovedBookmark): string {
  return `${userId} ${bookId} ${seconds} ${createdAt}`
}

export function positionId({ userId, recordingId }: Pick<MovedPosition, 'userId' | 'recordingId'>): string {
  return `${userId} ${recordingId}`
}

/** A position that was brought is not brought again, even if it was forgotten here; a later one is. */
function statePosition(
  position: MovedPosition,
  { accounts, recordings }: Here,
  present: Present,
): ListeningState {
  const { userId, recordingId, updatedAt } = position
  const account = accounts.get(userId)
  const recording = recordings.get(recordingId)
  if (account === undefined) return 'NobodyHere'
  if (recording === undefined) return 'NothingHere'
  const brought = present.moved.get(movedKey('position', positionId(position)))
  if (brought !== undefined && Number(brought) >= updatedAt) return 'Known'
  const changedAt =
    account === null || recording === null
      ? undefined
      : present.positions.get(positionKey(account, recording))
  return changedAt !== undefined && changedAt >= updatedAt ? 'NewerHere' : 'New'
}

const userStates = new Set(['New', 'Known', 'Same'])
const recordStates = new Set<PlannedBook['state']>(['New', 'Known', 'Same'])

function whatIsHere({ users, books, podcasts }: Planned, { recordings }: Present): Here {
  const accounts = users.flatMap(({ user, state, accountId }): [string, string | null][] =>
    userStates.has(state) ? [[user.id, accountId]] : [],
  )
  const ofBooks = books.flatMap(({ book, state, audioBookId: id }): [string, number | null][] =>
    recordStates.has(state)
      ? [[book.id, id === null ? null : (recordings.get(recordingKey('book', id)) ?? null)]]
      : [],
  )
  const episodes = podcasts.flatMap((podcast) => podcast.episodes)
  const ofEpisodes = episodes.flatMap(({ episode, state, episodeId: id }): [string, number | null][] =>
    recordStates.has(state)
      ? [[episode.id, id === null ? null : (recordings.get(recordingKey('episode', id)) ?? null)]]
      : [],
  )
  return { accounts: new Map(accounts), recordings: new Map([...ofBooks, ...ofEpisodes]) }
}
