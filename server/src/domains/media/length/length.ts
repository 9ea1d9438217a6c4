import { AppError } from '../../../http/errors.ts'
import type { FileWindow } from './file-window.ts'

/** What the structure of a recording says about how long it is. */
export interface Length {
  /** Null when that is for a parser to say, which finds it stated. */
  readonly seconds: number | null
  /** Whether the file ends before it says that it does. */
  readonly isCutShort: boolean
  /** How many bytes at the beginning a parser has to see, where it would walk through all of them. */
  readonly headBytes?: number
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
