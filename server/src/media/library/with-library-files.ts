import { AppError } from '../../errors.ts'
import { fileChunks } from '../storage/files/file-chunks.ts'
import type { LocalFile, MediaStorage, ReceivedFile, StoredFile } from '../storage/files/storage.ts'
import { type LibraryDeps, LibraryFiles } from './library-files.ts'

/**
 * A storage that also reads what stays in library folders, by the keys of those files. It writes, moves and removes nothing
 * there: all but reading is of the storage itself (0052).
 */
export function withLibraryFiles(storage: MediaStorage, deps: LibraryDeps): MediaStorage {
  return new StorageWithLibrary(storage, deps)
}

class StorageWithLibrary implements MediaStorage {
  readonly delivery: MediaStorage['delivery']
  readonly resumable: MediaStorage['resumable']
  readonly #stored: MediaStorage
  readonly #library: LibraryFiles

  constructor(stored: MediaStorage, deps: LibraryDeps) {
    this.delivery = stored.delivery
    this.resumable = stored.resumable
    this.#stored = stored
    this.#library = new LibraryFiles(deps)
  }

  read(key: string, start: number, end: number, answer?: object): AsyncGenerator<Uint8Array, void> {
    return this.#library.isKnown(key)
      ? this.#readLibrary(key, start, end, answer)
      : this.#readEither(key, start, end, answer)
  }

  async *#readLibrary(
    key: string,
    start: number,
    end: number,
    answer?: object,
  ): AsyncGenerator<Uint8Array, void> {
    yield* fileChunks(await this.#library.acquire(key, answer), start, end)
  }

  async *#readEither(
    key: string,
    start: number,
    end: number,
    answer?: object,
  ): AsyncGenerator<Uint8Array, void> {
    const chunks = this.#stored.read(key, start, end, answer)
    let first: IteratorResult<Uint8Array, void>
    try {
      first = await chunks.next()
    } catch (error) {
      if (!(await this.#isElsewhere(key, error))) throw error
      yield* this.#readLibrary(key, start, end, answer)
      return
    }
    if (first.done) return
    try {
      yield first.value
      yield* chunks
    } finally {
      await chunks.return()
    }
  }

  isInPlace(key: string): boolean {
    return this.#library.isKnown(key)
  }

  async localFile(file: StoredFile): Promise<LocalFile> {
    if (this.#library.isKnown(file.sha256)) return await this.#library.localFile(file.sha256)
    try {
      return await this.#stored.localFile(file)
    } catch (error) {
      if (!(await this.#isElsewhere(file.sha256, error))) throw error
      return await this.#library.localFile(file.sha256)
    }
  }

  async #isElsewhere(key: string, error: unknown): Promise<boolean> {
    return error instanceof AppError && error.code === 'NotFound' && (await this.#library.find(key))
  }

  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile> {
    return this.#stored.receive(source, maxBytes)
  }

  adopt(path: string): Promise<ReceivedFile> {
    return this.#stored.adopt(path)
  }

  remove(sha256: string, isUsed?: () => Promise<boolean>): Promise<void> {
    return this.#stored.remove(sha256, isUsed)
  }

  quarantine(sha256: string, isUsed: () => Promise<boolean>): Promise<boolean> {
    return this.#stored.quarantine(sha256, isUsed)
  }

  listStoredBefore(time: number): AsyncGenerator<StoredFile[], void> {
    return this.#stored.listStoredBefore(time)
  }

  removeIncomingBefore(time: number): Promise<void> {
    return this.#stored.removeIncomingBefore(time)
  }

  countIncomingBefore(time: number): Promise<number> {
    return this.#stored.countIncomingBefore(time)
  }

  check(): Promise<void> {
    return this.#stored.check()
  }

  async close(): Promise<void> {
    this.#library.close()
    await this.#stored.close()
  }
}
