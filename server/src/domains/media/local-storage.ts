import { access, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../http/errors.ts'
import { fileChunks } from './file-chunks.ts'
import { type OpenFile, OpenFiles } from './open-files.ts'
import { receiveFile } from './received-file.ts'
import type { MediaStorage, ReceivedFile } from './storage.ts'
import { orStorageError, storageError } from './storage-errors.ts'

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

  async *read(sha256: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const file = await this.#open(sha256)
    yield* fileChunks(file, start, end)
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
  async #open(sha256: string): Promise<OpenFile> {
    try {
      return await this.#files.acquire(this.#place(sha256))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error)
      await this.check()
      throw new AppError('NotFound')
    }
  }
}
