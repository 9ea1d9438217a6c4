import type { MovedSystem } from '../library/moved-library.ts'

export type MovedKind = 'user' | 'book' | 'podcast' | 'episode' | 'collection' | 'position' | 'bookmark'

export function movedKey(kind: MovedKind, foreignId: string): string {
  return `${kind} ${foreignId}`
}

/** What is here already, as far as a library that is moved in may meet it. */
export interface Present {
  readonly system: MovedSystem
  /** The ids here of what was brought before, by `movedKey`; the things themselves may be gone. */
  readonly moved: ReadonlyMap<string, string>
  /** Ids of accounts, by the keys of their addresses. */
  readonly accounts: ReadonlyMap<string, string>
  readonly accountIds: ReadonlySet<string>
  readonly bookIds: ReadonlySet<number>
  readonly podcastIds: ReadonlySet<number>
  readonly episodeIds: ReadonlySet<number>
  /** The audio book that has a file of a library folder, by `fileKeyOf`. */
  readonly booksByFile: ReadonlyMap<string, BookHere>
  /** Ids of recordings, by `recordingKey`. */
  readonly recordings: ReadonlyMap<string, number>
  /** Epoch milliseconds of the last change, by account and recording. */
  readonly positions: ReadonlyMap<string, number>
}

export interface BookHere {
  readonly id: number
  readonly filesCount: number
}

export function fileKeyOf(folder: string, path: string): string {
  return `${folder}/${path}`
}

export function recordingKey(kind: 'book' | 'episode', id: number): string {
  return `${kind} ${id}`
}

export function positionKey(accountId: string, recordingId: number): string {
  return `${accountId} ${recordingId}`
}
