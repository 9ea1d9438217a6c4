import { read } from 'node:fs'
import { Readable } from 'node:stream'
import type { OpenFile } from './open-files.ts'

/** Large enough that reading costs little beside sending, small enough for many listeners at once. */
const chunkBytes = 256 * 1024

/** Reads `length` bytes at `position`, fewer only where the file ends. */
export function readBytes(file: OpenFile, position: number, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafeSlow(length)
    read(file.descriptor, buffer, 0, length, position, (error, bytesRead) => {
      if (error) reject(error)
      else resolve(bytesRead === length ? buffer : buffer.subarray(0, bytesRead))
    })
  })
}

/**
 * Bytes `start` to `end` of an open file, both inclusive. At most one chunk is read ahead; the file is released
 * at the end or when the stream is destroyed, though never under a read in progress.
 */
export class FileStream extends Readable {
  readonly #file: OpenFile
  readonly #end: number
  #position: number
  #reading: Promise<unknown> = Promise.resolve()

  constructor(file: OpenFile, start: number, end: number) {
    super({ highWaterMark: chunkBytes })
    this.#file = file
    this.#position = start
    this.#end = end
  }

  override _read(): void {
    const length = Math.min(chunkBytes, this.#end + 1 - this.#position)
    if (length === 0) {
      this.push(null)
      return
    }
    this.#reading = readBytes(this.#file, this.#position, length).then(
      (bytes) => this.#take(bytes),
      (error: Error) => this.destroy(error),
    )
  }

  #take(bytes: Buffer): void {
    if (this.destroyed) return
    if (bytes.length === 0) {
      this.destroy(new Error('A media file is shorter than its record says.'))
      return
    }
    this.#position += bytes.length
    this.push(bytes)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#reading.then(() => {
      this.#file.release()
      callback(error)
    }, callback)
  }
}
