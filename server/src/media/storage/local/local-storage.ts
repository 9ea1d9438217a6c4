import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppError } from '../../../errors.ts'
import type { Delivery } from '../files/delivery.ts'
import { fileChunks } from '../files/file-chunks.ts'
import { type OpenFile, OpenFiles } from '../files/open-files.ts'
import {
  Incoming,
  unlessMissing,
  type FileOperations,
  realFiles,
  type TemporaryFile,
} from '../files/incoming.ts'
import { ResumableFolder } from '../files/resumable-folder.ts'
import { makeFolder, moveDurably } from './move-durably.ts'
import { Quarantine } from './quarantine.ts'
import {
  type LocalFile,
  type MediaStorage,
  type ReceivedFile,
  type StoredFile,
  storageKeyOf,
} from '../files/storage.ts'
import { orStorageError, ShortFileError, storageError } from '../files/storage-errors.ts'

interface LocalOptions {
  readonly files?: FileOperations
  readonly delivery?: Delivery
  readonly warn?: (sentence: string) => void
}

/**
 * Media in a folder: `ab/cdef…` by SHA-256, `incoming/` for uploads (`….part`) and removals in progress (`….removed`),
 * `uploads/` for those that come in several requests,
 * and `quarantine/`, also for foreign files with names of media.
 */
export async function openLocalStorage(root: string, options: LocalOptions = {}): Promise<MediaStorage> {
  const { files = realFiles } = options
  await files.mkdir(join(root, 'incoming'), { recursive: true })
  await files.mkdir(join(root, 'uploads'), { recursive: true })
  const quarantine = new Quarantine(root, files, options.warn)
  const storage = new LocalStorage(root, files, quarantine, options.delivery)
  await quarantine.setStraysAside()
  await storage.putAllBack()
  return storage
}

const removedSuffix = '.removed'
const hashLength = 64
const removedForm = /^([0-9a-f]{64})\..*\.removed$/

class LocalStorage implements MediaStorage {
  readonly delivery: Delivery
  readonly resumable: ResumableFolder
  readonly #root: string
  readonly #incoming: string
  readonly #quarantine: Quarantine
  readonly #fs: FileOperations
  readonly #arriving: Incoming
  readonly #files = new OpenFiles()

  constructor(
    root: string,
    files: FileOperations,
    quarantine: Quarantine,
    delivery: Delivery = { kind: 'through' },
  ) {
    this.delivery = delivery
    this.#root = root
    this.#incoming = join(root, 'incoming')
    this.#quarantine = quarantine
    this.#fs = files
    this.#arriving = new Incoming(files, this.#incoming)
    this.resumable = new ResumableFolder(files, join(root, 'uploads'))
  }

  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile> {
    return this.#arriving.receive(source, maxBytes, (file, _stored, _type, name) => this.#keep(file, name))
  }

  adopt(path: string): Promise<ReceivedFile> {
    return this.#arriving.adopt(path, (file, _stored, _type, name) => this.#keep(file, name))
  }

  async #keep(file: TemporaryFile, name: string): Promise<void> {
    const place = this.#place(name)
    await moveDurably(this.#fs, file, place, () => this.#quarantine.makeWay(place))
    this.#files.drop(place)
  }

  async *read(sha256: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const file = await this.#open(sha256)
    try {
      yield* fileChunks(file, start, end)
    } catch (error) {
      throw codeOf(error) === 'EISDIR' ? new AppError('NotFound') : error
    }
  }

  isInPlace(): boolean {
    return false
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
    const target = await orStorageError(this.#quarantine.placeFor(sha256))
    return await this.#takeAway(sha256, isUsed, (aside) => this.#fs.rename(aside, target))
  }

  /** @returns whether the file existed and was removed */
  async #takeAway(
    sha256: string,
    isUsed: (() => Promise<boolean>) | undefined,
    dispose: (aside: string) => Promise<void>,
  ): Promise<boolean> {
    const place = this.#place(sha256)
    const aside = join(this.#incoming, `${sha256}.${randomUUID()}${removedSuffix}`)
    await orStorageError(this.#quarantine.makeWay(place))
    if (!(await orStorageError(this.#unlessMissing(this.#fs.rename(place, aside))))) return false
    let mayGo = false
    try {
      mayGo = !(await isUsed?.())
    } finally {
      if (!mayGo) await this.#putBack(aside, sha256)
    }
    this.#files.drop(place)
    if (mayGo) await orStorageError(this.#unlessMissing(dispose(aside)))
    return mayGo
  }

  /** Of removals that a crash interrupted. */
  async putAllBack(): Promise<void> {
    for (const entry of await this.#fs.readdir(this.#incoming, { withFileTypes: true })) {
      const [, sha256] = removedForm.exec(entry.name) ?? []
      if (sha256 !== undefined && entry.isFile())
        await this.#putBack(join(this.#incoming, entry.name), sha256)
    }
  }

  /** A concurrent store is harmless: either file has the same bytes. Not every file system has hard links. */
  async #putBack(aside: string, sha256: string): Promise<void> {
    const place = this.#place(sha256)
    await this.#quarantine.makeWay(place)
    await makeFolder(this.#fs, dirname(place))
    const isThere = await this.#unlessMissing(this.#fs.stat(place))
    if (isThere) await this.#fs.rm(aside, { force: true })
    else await this.#unlessMissing(this.#fs.rename(aside, place))
  }

  listStoredBefore(time: number): AsyncGenerator<StoredFile[], void> {
    return listFiles(this.#root, time, this.#fs)
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
    return join(this.#root, storageKeyOf(sha256))
  }

  async #unlessMissing(operation: Promise<unknown>): Promise<boolean> {
    return (await operation.then(() => true, unlessMissing)) ?? false
  }

  #open(sha256: string): Promise<OpenFile> {
    return this.#orNotFound(this.#files.acquire(this.#place(sha256)))
  }

  /** A missing folder means a storage that is away. */
  async #orNotFound<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw storageError(error)
      await this.check()
      throw new AppError('NotFound')
    }
  }
}

/** The files of a folder of media that were stored before `time`, in batches ascending by hash. */
export async function* listFiles(
  root: string,
  time: number,
  files: Pick<FileOperations, 'readdir' | 'stat'>,
): AsyncGenerator<StoredFile[], void> {
  for (let number = 0; number < 256; number += 1) {
    const prefix = number.toString(16).padStart(2, '0')
    const names = await files.readdir(join(root, prefix)).catch(unlessMissing)
    const old: StoredFile[] = []
    for (const name of names?.toSorted() ?? []) {
      const sha256 = prefix + name
      const found = await files.stat(join(root, prefix, name)).catch(unlessMissing)
      if (sha256.length === hashLength && found?.isFile() && found.mtimeMs < time)
        old.push({ sha256, sizeBytes: found.size })
    }
    if (old.length > 0) yield old
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
