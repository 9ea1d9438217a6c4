import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import type { FileWindow } from './file-window.ts'

/** What a recording's own bytes say about it. */
export interface ProbedRecording {
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
 * Probes a file for one container. Null when the file is in another.
 *
 * @throws AppError `UnsupportedMedia` when browsers do not play what is in it, `BrokenMedia`
 */
export type DurationReader = (file: FileWindow) => Promise<ProbedRecording | null>

/** What the structure of a recording says about how long it is. */
export interface MeasuredDuration {
  /** Null when it does not say it. */
  readonly seconds: number | null
  /** Whether the file ends before it says that it does. */
  readonly isTruncated: boolean
}

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
