import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import type { FileWindow } from './file-window.ts'

export interface ProbedRecording {
  readonly contentType: MediaContentType
  readonly seconds: number
  /** The position of the tags where known, which spares the tag parser the rest of the file. */
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

export interface MeasuredDuration {
  /** Null when the file does not state it. */
  readonly seconds: number | null
  readonly isTruncated: boolean
}

/** The most bytes that may lie between frames, such as unknown tags or damage. */
const maxStrayBytes = 64 * 1024 ** 2

export class StrayBytes {
  #left = maxStrayBytes

  /** @throws AppError `BrokenMedia` */
  skip(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new AppError('BrokenMedia')
  }
}
