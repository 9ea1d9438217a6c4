import type { MovedBookmark, MovedPosition, MovedUser } from '../library/moved-library.ts'
import type { SourceItems } from './read-items.ts'
import { count, readJson, type Reading } from './reading.ts'
import { flagOf, instantOf, numberOf, objectOf, objectsOf, secondsOf, textOf } from './values.ts'

export interface People {
  readonly users: readonly MovedUser[]
  readonly bookmarks: readonly MovedBookmark[]
}

const adminTypes = new Set(['root', 'admin'])

export function readPeople(reading: Reading, items: SourceItems): People {
  const users: MovedUser[] = []
  const bookmarks: MovedBookmark[] = []
  const columns = ['id', 'username', 'email', 'type', 'isActive', 'permissions', 'bookmarks'] as const
  for (const row of reading.source.rows('users', columns, ['createdAt'])) {
    const id = textOf(row.id)
    if (id === null) continue
    const name = textOf(row.username) ?? id
    const what = `the user ${name}`
    const permissions = objectOf(readJson(reading, row, 'permissions', what))
    const isRestricted = permissions.accessAllLibraries === false || permissions.accessAllTags === false
    if (isRestricted) count(reading, 'restrictedUsers')
    const isAdmin = adminTypes.has(textOf(row.type) ?? '')
    users.push({
      id,
      name,
      email: textOf(row.email),
      isAdmin,
      isActive: row.isActive === null || flagOf(row.isActive),
    })
    bookmarks.push(...readBookmarks(reading, items, id, readJson(reading, row, 'bookmarks', what)))
  }
  return { users, bookmarks }
}

/** They are of items: in a podcast none tells its episode. */
function readBookmarks(
  reading: Reading,
  { media }: SourceItems,
  userId: string,
  list: unknown,
): MovedBookmark[] {
  return objectsOf(list).flatMap((bookmark) => {
    const marked = media.get(textOf(bookmark.libraryItemId) ?? '')
    const seconds = secondsOf(bookmark.time)
    if (marked?.type !== 'book' || seconds === null) {
      count(reading, marked?.type === 'podcast' ? 'bookmarksOfPodcasts' : 'bookmarksOfOthers')
      return []
    }
    const createdAt = instantOf(bookmark.createdAt) ?? 0
    return [{ userId, bookId: marked.id, seconds, note: textOf(bookmark.title) ?? '', createdAt }]
  })
}

const progressColumns = [
  'userId',
  'mediaItemId',
  'currentTime',
  'isFinished',
  'hideFromContinueListening',
  'ebookProgress',
  'updatedAt',
] as const

/** One of each user in each recording: the newest. */
export function readPositions(reading: Reading): MovedPosition[] {
  const newest = new Map<string, MovedPosition>()
  for (const row of reading.source.rows('mediaProgresses', progressColumns)) {
    const userId = textOf(row.userId)
    const recordingId = textOf(row.mediaItemId)
    if ((numberOf(row.ebookProgress) ?? 0) > 0) count(reading, 'ebookPositions')
    if (userId === null || recordingId === null) {
      count(reading, 'positionsOfOthers')
      continue
    }
    if (flagOf(row.hideFromContinueListening)) count(reading, 'hiddenFromContinue')
    const seconds = secondsOf(row.currentTime) ?? 0
    const isFinished = flagOf(row.isFinished)
    if (seconds === 0 && !isFinished) continue
    const position = { userId, recordingId, seconds, isFinished, updatedAt: instantOf(row.updatedAt) ?? 0 }
    const key = `${userId} ${recordingId}`
    if ((newest.get(key)?.updatedAt ?? -1) < position.updatedAt) newest.set(key, position)
  }
  return [...newest.values()]
}
