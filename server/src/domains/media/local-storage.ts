import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../../http/errors.ts'
import type { Delivery } from './delivery.ts'
import { fileChunks } from './file-chunks.ts'
import { type FileOperations, realFiles } from './file-operations.ts'
import { type OpenFile, OpenFiles } from './open-files.ts'
import { Incoming, unlessMissing } from './incoming.ts'
import { moveDurably } from './move-durably.ts'
import { placeOf } from './place.ts'
import type { LocalFile, MediaStorage, ReceivedFile, StoredFile } from './storage.ts'
import { orStorageError, ShortFileError, storageError } from './storage-errors.ts'

/**
 * Media in a directory of this machine: `ab/cdef…` by SHA-256, and `incoming/` for what is not yet kept
 * (`….part`) or about to go (`….removed`), and `quarantine/`.
 *
 * @param root is made when missing
 */
export async function openLocalStorage(
  root: string,
  files = realFiles,
  delivery: Delivery = { kind: 'through' },
): Promise<MediaStorage> {
  const incoming = join(root, 'incoming')
  await files.mkdir(incoming, { recursive: true })
  const storage = new LocalStorage(root, files, delivery)
  // A process that ended between taking a file away and learning that it is used: back with it.
  for (const name of await files.readdir(incoming)) {
    if (name.endsWith(removedSuffix)) await storage.putBack(join(incoming, name), name.slice(0, hashLength))
  }
  return storage
}

const removedSuffix = '.removed'
const hashLength = 64

class LocalStorage implements MediaStorage {
  readonly delivery: Delivery
  readonly #root: string
  readonly #incoming: string
  readonly #fs: FileOperations
  readonly #arriving: Incoming
  readonly #files = new OpenFiles()

  constructor(root: string, files: FileOperations, delivery: Delivery) {
    this.delivery = delivery
    this.#root = root
    this.#incoming = join(root, 'incoming')
    this.#fs = files
    this.#arriving = new Incoming(files, this.#incoming)
  }

  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile> {
    return this.#arriving.receive(source, maxBytes, async (file, stored) => {
      const place = this.#place(stored.sha256)
      await moveDurably(this.#fs, file, place)
      // The same bytes stored before take room on the disk for as long as they are held open.
      this.#files.drop(place)
    })
  }

  async *read(sha256: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const file = await this.#open(sha256)
    yield* fileChunks(file, start, end)
  }

  async localFile({ sha256, sizeBytes }: StoredFile): Promise<LocalFile> {
    const path = this.#place(sha256)
    const found = await this.#orNotFound(this.#fs.stat(path))
    if (found.size !== sizeBytes) throw new ShortFileError()
    return { path, [Symbol.asyncDispose]: () => Promise.resolve() }
  }

  async remove(sha256: string, isUsed?: () => Promise<boolean>): Promise<void> {
    await this.#takeAway(sha256, isUsed, (aside) => this.#fs.rm(aside, { force: true }))
  }

  async quarantine(sha256: string, isUsed: () => Promise<boolean>): Promise<boolean> {
    const folder = join(this.#root, 'quarantine')
    await orStorageError(this.#fs.mkdir(folder, { recursive: true }))
    return await this.#takeAway(sha256, isUsed, (aside) => this.#fs.rename(aside, join(folder, sha256)))
  }

  /** @returns whether it was there and went */
  async #takeAway(
    sha256: string,
    isUsed: (() => Promise<boolean>) | undefined,
    dispose: (aside: string) => Promise<void>,
  ): Promise<boolean> {
    const place = this.#place(sha256)
    const aside = join(this.#incoming, `${sha256}.${randomUUID()}${removedSuffix}`)
    if (!(await orStorageError(this.#unlessMissing(this.#fs.rename(place, aside))))) return false
    let mayGo = false
    try {
      mayGo = !(await isUsed?.())
    } finally {
      if (!mayGo) await this.putBack(aside, sha256)
    }
    this.#files.drop(place)
    if (mayGo) await orStorageError(this.#unlessMissing(dispose(aside)))
    return mayGo
  }

  /**
   * Gives a file its name back, unless the same bytes have been stored under it meanwhile, or another process that
   * has just started has put it back.
   */
  async putBack(aside: string, sha256: string): Promise<void> {
    await this.#unlessMissing(this.#unlessThere(this.#fs.link(aside, this.#place(sha256))))
    await this.#fs.rm(aside, { force: true })
  }

  async *listStoredBefore(time: number): AsyncGenerator<StoredFile[], void> {
    for (let number = 0; number < 256; number += 1) {
      const prefix = number.toString(16).padStart(2, '0')
      const names = await this.#fs.readdir(join(this.#root, prefix)).catch(unlessMissing)
      const old: StoredFile[] = []
      for (const name of names?.toSorted(byCodePoint) ?? []) {
        const sha256 = prefix + name
        const found = await this.#fs.stat(join(this.#root, prefix, name)).catch(unlessMissing)
        if (sha256.length === hashLength && found !== null && found.mtimeMs < time)
          old.push({ sha256, sizeBytes: found.size })
      }
      if (old.length > 0) yield old
    }
  }

  removeIncomingBefore(time: number): Promise<void> {
    return this.#arriving.removeBefore(time)
  }

  countIncomingBefore(time: number): Promise<number> {
    return this.#arriving.countBefore(time)
  }

  check(): Promise<void> {
    return this.#arriving.check()
  }

  close(): Promise<void> {
    this.#files.dropAll()
    return Promise.resolve()
  }

  #place(sha256: string): string {
    return join(this.#root, placeOf(sha256))
  }

  #unlessMissing(operation: Promise<unknown>): Promise<boolean> {
    return succeeds(operation, 'ENOENT')
  }

  #unlessThere(operation: Promise<unknown>): Promise<boolean> {
    return succeeds(operation, 'EEXIST')
  }

  #open(sha256: string): Promise<OpenFile> {
    return this.#orNotFound(this.#files.acquire(this.#place(sha256)))
  }

  /** A missing file is not found; a missing directory is a storage that is away. */
  async #orNotFound<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error)
      await this.check()
      throw new AppError('NotFound')
    }
  }
}

const byCodePoint = (one: string, other: string) => (one < other ? -1 : 1)

/** Whether it succeeds; that failure is an answer, others are thrown. */
async function succeeds(operation: Promise<unknown>, but: 'ENOENT' | 'EEXIST'): Promise<boolean> {
  try {
    await operation
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === but) return false
    throw error
  }
}
