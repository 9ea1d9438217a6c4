import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import type { FileOperations } from './file-operations.ts'
import type { ReceivedFile, StoredFile } from './storage.ts'
import { orStorageError } from './storage-errors.ts'

/** How a storage makes a temporary file durable; it may take the file away, and need not. */
export type Keep = (file: TemporaryFile, stored: StoredFile, contentType: MediaContentType) => Promise<void>

const temporarySuffix = '.part'

/** What is on its way into a storage: temporary files in a folder of this machine, hashed as they are received. */
export class Incoming {
  readonly #files: FileOperations
  readonly #folder: string
  readonly #inProgress = new Set<string>()

  constructor(files: FileOperations, folder: string) {
    this.#files = files
    this.#folder = folder
  }

  /** Streams `source` into a temporary file, as `MediaStorage.receive` says. */
  async receive(source: AsyncIterable<Uint8Array>, maxBytes: number, keep: Keep): Promise<ReceivedFile> {
    // A source that fails while the file is being opened is heard when it is read.
    if (source instanceof Readable) source.on('error', () => undefined)
    const path = join(this.#folder, `${randomUUID()}${temporarySuffix}`)
    this.#inProgress.add(path)
    const temporary = new TemporaryFile(this.#files, path)
    const discard = async () => {
      await temporary.discard()
      this.#inProgress.delete(path)
    }
    try {
      const stored = await temporary.fill(source, maxBytes)
      return {
        ...stored,
        path,
        keep: (contentType) => orStorageError(keep(temporary, stored, contentType)),
        [Symbol.asyncDispose]: discard,
      }
    } catch (error) {
      // A source that was not read to its end would wait for ever.
      if (source instanceof Readable) source.destroy()
      await discard()
      throw error
    }
  }

  /** Removes temporary files that nobody has written to since `time` and that are not being received here. */
  async removeBefore(time: number): Promise<void> {
    for (const path of await this.#listBefore(time)) await this.#files.rm(path, { force: true })
  }

  async countBefore(time: number): Promise<number> {
    return (await this.#listBefore(time)).length
  }

  async #listBefore(time: number): Promise<string[]> {
    const old: string[] = []
    for (const name of await this.#files.readdir(this.#folder)) {
      const path = join(this.#folder, name)
      if (!name.endsWith(temporarySuffix) || this.#inProgress.has(path)) continue
      const found = await this.#files.stat(path).catch(unlessMissing)
      if (found?.isFile() && found.mtimeMs < time) old.push(path)
    }
    return old
  }

  /** A full disk is no reason to be unready: listening goes on. */
  check(): Promise<void> {
    return orStorageError(this.#files.access(this.#folder, constants.R_OK | constants.W_OK))
  }
}

/** For what another process may have removed meanwhile. */
export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** What is collected for one write. */
const writeBytes = 512 * 1024
const maxWaiting = 256

export class TemporaryFile {
  readonly path: string
  readonly #files: FileOperations
  #handle: FileHandle | null = null

  constructor(files: FileOperations, path: string) {
    this.#files = files
    this.path = path
  }

  async fill(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
    const file = await orStorageError(this.#files.open(this.path, 'wx+'))
    this.#handle = file
    const hash = createHash('sha256')
    let sizeBytes = 0
    let [waiting, waitingBytes]: [Uint8Array[], number] = [[], 0]
    let writing: Promise<void> = Promise.resolve()
    // One write is under way while the next is collected: the disk and the network wait for each other less.
    const flush = async () => {
      const [chunks, bytes] = [waiting, waitingBytes]
      ;[waiting, waitingBytes] = [[], 0]
      await writing
      writing = orStorageError(writeAll(file, chunks, bytes))
      // A failure is told by whoever waits next.
      writing.catch(() => undefined)
    }
    for await (const chunk of source) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw new AppError('FileTooLarge')
      hash.update(chunk)
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes >= writeBytes || waiting.length === maxWaiting) await flush()
    }
    if (waitingBytes > 0) await flush()
    await writing
    return { sha256: hash.digest('hex'), sizeBytes }
  }

  /** To read what has been written; good until it is closed or discarded. */
  get handle(): FileHandle {
    if (this.#handle === null) throw new Error('The temporary file is closed.')
    return this.#handle
  }

  /** For what is not wanted, or is kept: then there is nothing left to discard. */
  async discard(): Promise<void> {
    await this.close().catch(() => undefined)
    // What cannot be removed now is swept later.
    await this.#files.rm(this.path, { force: true }).catch(() => undefined)
  }

  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }
}

/** A write may be short, on a disk that fills up for one: the rest is written by itself, which tells why. */
async function writeAll(file: FileHandle, chunks: Uint8Array[], sizeBytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten < sizeBytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}
