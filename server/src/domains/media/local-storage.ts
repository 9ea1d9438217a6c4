import { access, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../http/errors.ts'
import { FileStream, readBytes } from './file-stream.ts'
import { OpenFiles } from './open-files.ts'
import { receiveFile } from './received-file.ts'
import type { MediaStorage, ReceivedFile } from './storage.ts'
import { orStorageError, storageError } from './storage-errors.ts'

/** Up to here a range is read and sent as a whole. */
const wholeReadBytes = 256 * 1024

/**
 * Media in a directory of this machine: `ab/cdef…` by SHA-256, and `incoming/` for what is not yet kept.
 *
 * @param root is made when missing
 */
export async function openLocalStorage(root: string): Promise<MediaStorage> {
  await mkdir(join(root, 'incoming'), { recursive: true })
  return new LocalStorage(root)
}

class LocalStorage implements MediaStorage {
  readonly #root: string
  readonly #files = new OpenFiles()

  constructor(root: string) {
    this.#root = root
  }

  receive(source: Readable, maxBytes: number): Promise<ReceivedFile> {
    return receiveFile(source, maxBytes, join(this.#root, 'incoming'), (sha256) => this.#place(sha256))
  }

  async read(sha256: string, start: number, end: number): Promise<Buffer | Readable> {
    try {
      const file = await this.#files.acquire(this.#place(sha256))
      const length = end + 1 - start
      if (length > wholeReadBytes) return new FileStream(file, start, end)
      try {
        const bytes = await readBytes(file, start, length)
        if (bytes.length < length) throw new Error('A media file is shorter than its record says.')
        return bytes
      } finally {
        file.release()
      }
    } catch (error) {
      throw await this.#readError(error)
    }
  }

  async remove(sha256: string): Promise<void> {
    const place = this.#place(sha256)
    this.#files.drop(place)
    await orStorageError(rm(place, { force: true }))
  }

  /** A full disk is no reason to be unready: listening goes on. */
  check(): Promise<void> {
    return orStorageError(access(join(this.#root, 'incoming'), constants.R_OK | constants.W_OK))
  }

  close(): Promise<void> {
    this.#files.dropAll()
    return Promise.resolve()
  }

  #place(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2))
  }

  /** A missing file is not found; a missing directory is a storage that is away. */
  async #readError(error: unknown): Promise<unknown> {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return storageError(error)
    try {
      await access(join(this.#root, 'incoming'), constants.R_OK)
      return new AppError('NotFound')
    } catch {
      return new AppError('ServiceUnavailable')
    }
  }
}
