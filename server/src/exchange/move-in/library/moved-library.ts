/** A library of another program, as it is read: what Earmark knows of, in the other one's ids and paths. */
export interface MovedLibrary {
  readonly system: MovedSystem
  /** Of the program that wrote it; null where it does not say. */
  readonly version: string | null
  readonly folders: readonly MovedFolder[]
  readonly users: readonly MovedUser[]
  readonly books: readonly MovedBook[]
  readonly podcasts: readonly MovedPodcast[]
  readonly positions: readonly MovedPosition[]
  readonly bookmarks: readonly MovedBookmark[]
  readonly collections: readonly MovedCollection[]
  /** What has no counterpart here, by what it is. */
  readonly leftovers: Readonly<Partial<Record<LeftoverKind, number>>>
  /** What could not be read. */
  readonly oddities: readonly string[]
}

export const movedSystems = ['audiobookshelf'] as const
export type MovedSystem = (typeof movedSystems)[number]

export const leftoverKinds = [
  'apiKeys',
  'asins',
  'authorDescriptions',
  'authorPictures',
  'autoDownloads',
  'bookmarksOfOthers',
  'bookmarksOfPodcasts',
  'ebookPositions',
  'ebooks',
  'hiddenFromContinue',
  'metadataProviders',
  'openFeeds',
  'playlists',
  'positionsOfOthers',
  'restrictedUsers',
  'seriesDescriptions',
  'sessions',
  'shares',
  'tags',
] as const
export type LeftoverKind = (typeof leftoverKinds)[number]

export interface MovedFolder {
  readonly library: string
  readonly path: string
}

export interface MovedUser {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly isAdmin: boolean
  readonly isActive: boolean
}

/** A sound file, by its path on the machine of the other program. */
export interface MovedFile {
  readonly path: string
  /** As the other program counts it; positions and chapters are within the sum. */
  readonly durationSeconds: number
}

export interface MovedChapter {
  readonly startSeconds: number
  readonly title: string
}

export interface MovedCover {
  /** As the other program names it. */
  readonly path: string
}

interface MovedRecord {
  readonly id: string
  readonly title: string
  /** Plain text. */
  readonly description: string | null
  readonly genres: readonly string[]
  readonly cover: MovedCover | null
  readonly isExplicit: boolean
  readonly language: string | null
}

export interface MovedBook extends MovedRecord {
  /** Of the book's folder or its single file. */
  readonly path: string
  readonly subtitle: string | null
  readonly authors: readonly string[]
  readonly narrators: readonly string[]
  readonly series: readonly { readonly name: string; readonly sequence: string | null }[]
  readonly publishedYear: number | null
  readonly publisher: string | null
  readonly isbn: string | null
  readonly isAbridged: boolean
  /** In the order of playing. */
  readonly files: readonly MovedFile[]
  /** Those beside them that are not played. */
  readonly leftOut: readonly MovedFile[]
  readonly chapters: readonly MovedChapter[]
}

export interface MovedPodcast extends MovedRecord {
  readonly path: string
  readonly author: string | null
  readonly feedUrl: string | null
  readonly link: string | null
  /** `serial` podcasts are heard from the first one. */
  readonly isSerial: boolean
  /** The older first. */
  readonly episodes: readonly MovedEpisode[]
}

export interface MovedEpisode {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly season: number | null
  readonly type: 'Full' | 'Trailer' | 'Bonus'
  /** Epoch milliseconds. */
  readonly publishedAt: number | null
  /** Null for one that was never downloaded. */
  readonly file: MovedFile | null
  readonly chapters: readonly MovedChapter[]
}

/** How far somebody is in a book or an episode. */
export interface MovedPosition {
  readonly userId: string
  /** Of a book or an episode. */
  readonly recordingId: string
  readonly seconds: number
  readonly isFinished: boolean
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

export interface MovedBookmark {
  readonly userId: string
  readonly bookId: string
  readonly seconds: number
  readonly note: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface MovedCollection {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** In their order. */
  readonly bookIds: readonly string[]
}
