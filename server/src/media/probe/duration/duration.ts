import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import type { FileWindow } from './file-window.ts'

/** What a recording's own bytes say about it. */
export interface Recording {
  readonly contentType: MediaContentType
  readonly seconds: number
  /** Where its tags are, when that is known; a parser would walk through all of the file. */
  readonly tags?: Span
}

export interface Span {
  readonly start: number
  readonly bytes: number
}

/**
 * Looks whether a file is in its container, and at how long it sounds. Null when it is in another.
 *
 * @throws AppError `UnsupportedMedia` when browsers do not play what is in it, `BrokenMedia`
 */
export type Reader = (file: FileWindow) => Promise<Recording | null>

/** What the structure of a recording says about how long it is. */
export interface Length {
  /** Null when it does not say it. */
  readonly seconds: number | null
  /** Whether the file ends before it says that it does. */
  readonly isCutShort: boolean
}

/** @throws AppError `BrokenMedia` when it is not what it seems to be */
export type Measure = (file: FileWindow) => Promise<Length>

/** Bytes between frames that are none: tags that nobody knows, damage. More of them, and it is no recording. */
const maxStrayBytes = 64 * 1024 ** 2

/** Counts what is skipped on the way through a file. */
export class StrayBytes {
  #left = maxStrayBytes

  /** @throws AppError `BrokenMedia` */
  skip(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new AppError('BrokenMedia')
  }
}
