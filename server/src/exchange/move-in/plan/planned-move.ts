import type {
  MovedBook,
  MovedBookmark,
  MovedCollection,
  MovedEpisode,
  MovedPodcast,
  MovedPosition,
  MovedUser,
} from '../library/moved-library.ts'
import type { FoundFile } from '../places/find-files.ts'

/** What becomes of a library that is moved in, thing by thing. */
export interface PlannedMove {
  readonly users: readonly PlannedUser[]
  readonly books: readonly PlannedBook[]
  readonly podcasts: readonly PlannedPodcast[]
  readonly collections: readonly PlannedCollection[]
  readonly positions: readonly PlannedPosition[]
  readonly bookmarks: readonly PlannedBookmark[]
}

/** `New` is to be made, `Known` was brought before, `Removed` was too and is not here any more, `Same` is here by itself. */
export type UserState = 'New' | 'Known' | 'Removed' | 'Same' | 'NoAddress' | 'BadAddress' | 'Inactive'

export interface PlannedUser {
  readonly user: MovedUser
  readonly state: UserState
  /** Of the account here. */
  readonly accountId: string | null
}

export type FileTrouble = 'NoSound' | 'Missing' | 'Outside' | 'Unsound'
/** `Elsewhere`: some of its files are those of another book; `Scattered`: they lie in several folders of the settings. */
export type BookState = 'New' | 'Known' | 'Removed' | 'Same' | 'Elsewhere' | 'Scattered' | FileTrouble

export interface PlannedBook {
  readonly book: MovedBook
  readonly state: BookState
  readonly audioBookId: number | null
  /** Of a new one, in their order. */
  readonly files: readonly FoundFile[]
  /** Those beside them that are not played, as far as they are there. */
  readonly leftOut: readonly FoundFile[]
  /** The paths that are the trouble, as they were looked for here. */
  readonly paths: readonly string[]
}

export interface PlannedPodcast {
  readonly podcast: MovedPodcast
  readonly state: 'New' | 'Known' | 'Removed'
  readonly podcastId: number | null
  readonly episodes: readonly PlannedEpisode[]
}

export interface PlannedEpisode {
  readonly episode: MovedEpisode
  readonly state: 'New' | 'Known' | 'Removed' | FileTrouble
  readonly episodeId: number | null
  readonly file: FoundFile | null
  readonly paths: readonly string[]
}

export interface PlannedCollection {
  readonly collection: MovedCollection
  readonly state: 'New' | 'Known' | 'Empty'
}

/** `NobodyHere`: its user is not; `NothingHere`: its book or episode is not. */
export type ListeningState = 'New' | 'Known' | 'NewerHere' | 'NobodyHere' | 'NothingHere'

export interface PlannedPosition {
  readonly position: MovedPosition
  readonly state: ListeningState
}

export interface PlannedBookmark {
  readonly bookmark: MovedBookmark
  readonly state: Exclude<ListeningState, 'NewerHere'>
}
