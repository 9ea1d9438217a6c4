import { emailKey, isEmail } from '@earmark/contract/emails.ts'
import type { MovedBook, MovedFile, MovedLibrary, MovedPodcast, MovedUser } from '../library/moved-library.ts'
import type { FoundFile, PlacedFile } from '../places/find-files.ts'
import { planBookmarks, planPositions } from './plan-listening.ts'
import type {
  FileTrouble,
  PlannedBook,
  PlannedCollection,
  PlannedEpisode,
  PlannedMove,
  PlannedPodcast,
  PlannedUser,
} from './planned-move.ts'
import { fileKeyOf, movedKey, type Present } from './present.ts'

/**
 * What is to be done so that a library is here. Pure: the same library, files and catalogue make the same plan.
 *
 * @param places where its files are, by their paths there
 */
export function planMove(
  library: MovedLibrary,
  places: ReadonlyMap<string, PlacedFile>,
  present: Present,
): PlannedMove {
  const users = planUsers(library.users, present)
  const books = planBooks(library.books, places, present)
  const podcasts = library.podcasts.map((podcast) => planPodcast(podcast, places, present))
  const planned = { users, books, podcasts }
  return {
    ...planned,
    collections: planCollections(library, books, present),
    positions: planPositions(library.positions, planned, present),
    bookmarks: planBookmarks(library.bookmarks, planned, present),
  }
}

function planUsers(users: readonly MovedUser[], present: Present): PlannedUser[] {
  const taken = new Set<string>()
  return users.map((user) => {
    const planned = planUser(user, present)
    if (planned.state !== 'New') return planned
    // Of several users with one address, which is one account here, the first makes it.
    const key = emailKey(user.email ?? '')
    if (taken.has(key)) return { ...planned, state: 'Same' }
    taken.add(key)
    return planned
  })
}

function planUser(user: MovedUser, { moved, accounts, accountIds }: Present): PlannedUser {
  const known = moved.get(movedKey('user', user.id))
  if (known !== undefined) {
    const isHere = accountIds.has(known)
    return { user, state: isHere ? 'Known' : 'Removed', accountId: isHere ? known : null }
  }
  const without = (state: PlannedUser['state']): PlannedUser => ({ user, state, accountId: null })
  if (!user.isActive) return without('Inactive')
  if (user.email === null) return without('NoAddress')
  if (!isEmail(user.email)) return without('BadAddress')
  const accountId = accounts.get(emailKey(user.email)) ?? null
  return { user, state: accountId === null ? 'New' : 'Same', accountId }
}

function planBooks(
  books: readonly MovedBook[],
  places: ReadonlyMap<string, PlacedFile>,
  present: Present,
): PlannedBook[] {
  const taken = new Set<string>()
  return books.map((book) => {
    const planned = planBook(book, places, present)
    if (planned.state !== 'New') return planned
    const keys = planned.files.map(({ folder, path }) => fileKeyOf(folder.name, path))
    const paths = planned.files.flatMap(({ place }, index) => (taken.has(keys[index] ?? '') ? [place] : []))
    if (paths.length > 0) return { ...planned, state: 'Elsewhere', files: [], paths }
    for (const key of keys) taken.add(key)
    return planned
  })
}

function planBook(book: MovedBook, places: ReadonlyMap<string, PlacedFile>, present: Present): PlannedBook {
  const planned = { book, audioBookId: null, files: [], leftOut: [], paths: [] }
  const known = present.moved.get(movedKey('book', book.id))
  if (known !== undefined) {
    const isHere = present.bookIds.has(Number(known))
    return { ...planned, state: isHere ? 'Known' : 'Removed', audioBookId: isHere ? Number(known) : null }
  }
  const found = placeFiles(book.files, places)
  if (found.trouble !== null) return { ...planned, state: found.trouble, paths: found.paths }
  const { files } = found
  if (new Set(files.map(({ folder }) => folder.name)).size > 1)
    return { ...planned, state: 'Scattered', paths: files.map(({ place }) => place) }
  const owners = files.map(({ folder, path }) => present.booksByFile.get(fileKeyOf(folder.name, path)))
  const [owner] = owners
  if (owners.every((each) => each === undefined))
    return { ...planned, state: 'New', files, leftOut: filesThere(book.leftOut, places) }
  const isSame = owner?.filesCount === files.length && owners.every((each) => each?.id === owner.id)
  if (isSame) return { ...planned, state: 'Same', audioBookId: owner.id, files }
  const paths = files.flatMap(({ place }, index) => (owners[index] ? [place] : []))
  return { ...planned, state: 'Elsewhere', paths }
}

function filesThere(files: readonly MovedFile[], places: ReadonlyMap<string, PlacedFile>): FoundFile[] {
  const placed = files.map(({ path }) => places.get(path))
  return placed.filter((file) => file?.state === 'Found')
}

interface Placed {
  readonly trouble: FileTrouble | null
  readonly paths: readonly string[]
  readonly files: readonly FoundFile[]
}

/** All files, or what the first kind of trouble is with which. */
function placeFiles(files: readonly MovedFile[], places: ReadonlyMap<string, PlacedFile>): Placed {
  if (files.length === 0) return { trouble: 'NoSound', paths: [], files: [] }
  const placed = files.map(({ path }) => places.get(path) ?? { state: 'Unsound' as const, place: null })
  for (const trouble of ['Unsound', 'Outside', 'Missing'] as const) {
    const paths = placed.flatMap(({ state, place }, index) =>
      state === trouble ? [place ?? files[index]?.path ?? ''] : [],
    )
    if (paths.length > 0) return { trouble, paths, files: [] }
  }
  return {
    trouble: null,
    paths: [],
    files: placed.filter((file): file is FoundFile => file.state === 'Found'),
  }
}

function planPodcast(
  podcast: MovedPodcast,
  places: ReadonlyMap<string, PlacedFile>,
  present: Present,
): PlannedPodcast {
  const known = present.moved.get(movedKey('podcast', podcast.id))
  const isHere = known !== undefined && present.podcastIds.has(Number(known))
  const state = known === undefined ? 'New' : isHere ? 'Known' : 'Removed'
  const episodes = podcast.episodes.map((episode): PlannedEpisode => {
    const own = present.moved.get(movedKey('episode', episode.id))
    const planned = { episode, episodeId: null, file: null, paths: [] }
    if (own !== undefined) {
      const isThere = present.episodeIds.has(Number(own))
      return { ...planned, state: isThere ? 'Known' : 'Removed', episodeId: isThere ? Number(own) : null }
    }
    if (state === 'Removed') return { ...planned, state }
    const { trouble, paths, files } = placeFiles(episode.file === null ? [] : [episode.file], places)
    return { ...planned, state: trouble ?? 'New', paths, file: files[0] ?? null }
  })
  return { podcast, state, podcastId: isHere ? Number(known) : null, episodes }
}

function planCollections(
  { collections }: MovedLibrary,
  books: readonly PlannedBook[],
  { moved }: Present,
): PlannedCollection[] {
  const here = new Set(books.flatMap((each) => (isBookHere(each) ? [each.book.id] : [])))
  return collections.map((collection) => {
    if (moved.has(movedKey('collection', collection.id))) return { collection, state: 'Known' }
    return { collection, state: collection.bookIds.some((id) => here.has(id)) ? 'New' : 'Empty' }
  })
}

export function isBookHere({ state }: Pick<PlannedBook, 'state'>): boolean {
  return state === 'New' || state === 'Known' || state === 'Same'
}
