import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import type { SoundPart } from '../../joined/joined-index.ts'
import type { FileWindow } from './file-window.ts'

export interface ProbedRecording {
  readonly contentType: MediaContentType
  readonly seconds: number
  /** Spares the tag parser the rest of the file. */
  readonly tags?: Span
  /** Within the tags; the tag parser takes minutes over many chapters. */
  readonly untagged?: Span
  /** Whether players that reckon a time's place from the bit rate seek wrong. */
  readonly isUneven?: boolean
  /** Where its sound lies, without tags: the same after re-tagging, but for its place. */
  readonly sound: readonly Span[]
  /** Whether a little of its end is missing. */
  readonly isCutShort?: boolean
  /** Of `TrackConfig`, as far as its head tells; null for what is never joined. While the file is open. */
  readonly joinKey?: () => Promise<string | null>
  /** While the file is open; null where one decoder does not play all of it. */
  readonly readSamples?: () => Promise<SoundPart | null>
}

export interface Span {
  readonly start: number
  readonly bytes: number
}

/** Null when the file is in another container. Throws AppError `UnsupportedMedia` or `BrokenMedia`. */
export type DurationReader = (file: FileWindow) => Promise<ProbedRecording | null>

/**
 * Whether the end of what a file says it holds is missing.
 *
 * @throws AppError `BrokenMedia` for more than is forgiven
 */
export function lacksTail(file: FileWindow, present: number, stated: number): boolean {
  if (present >= stated) return false
  if (stated - present >= stated * file.forgivenTail) throw new AppError('BrokenMedia')
  return true
}

const maxStrayBytes = 64 * 1024 ** 2

export class StrayBytes {
  #left = maxStrayBytes

  /** @throws AppError `BrokenMedia` */
  skip(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new AppError('BrokenMedia')
  }
}
