import { read } from 'node:fs'
import type { OpenFile } from './open-files.ts'
import { ShortFileError, storageError } from './storage-errors.ts'

/** A fresh buffer for each read would double the processor time of sending a file (0008). */
export class BufferPool {
  readonly bufferBytes: number
  readonly #idle: Buffer[] = []
  readonly #maxIdle: number

  constructor(bufferBytes: number, maxIdle: number) {
    this.bufferBytes = bufferBytes
    this.#maxIdle = maxIdle
  }

  take(): Buffer {
    return this.#idle.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes)
  }

  /** No pending I/O may use the buffer. */
  give(buffer: Buffer): void {
    if (this.#idle.length < this.#maxIdle) this.#idle.push(buffer)
  }
}

const smallBuffers = new BufferPool(64 * 1024, 128)
const largeBuffers = new BufferPool(256 * 1024, 32)
/** Further streams get small buffers, since most wait for their clients. */
const maxLargeStreams = 64

let largeStreams = 0

/** Both ends inclusive, in lent chunks (0008). The file is released at the end or on return, never under a read. */
export async function* fileChunks(
  file: OpenFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void> {
  const isLarge = end - start >= smallBuffers.bufferBytes && largeStreams < maxLargeStreams
  const pool = isLarge ? largeBuffers : smallBuffers
  const buffer = pool.take()
  if (isLarge) largeStreams += 1
  try {
    for (let position = start; position <= end; ) {
      const length = Math.min(buffer.length, end + 1 - position)
      const bytesRead = await readInto(buffer, file, position, length)
      if (bytesRead === 0) throw new ShortFileError()
      position += bytesRead
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead)
    }
  } finally {
    if (isLarge) largeStreams -= 1
    file.release()
    pool.give(buffer)
  }
}

function readInto(buffer: Buffer, file: OpenFile, position: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file.descriptor, buffer, 0, length, position, (error, bytesRead) => {
      if (error) reject(storageError(error) as Error)
      else resolve(bytesRead)
    })
  })
}
