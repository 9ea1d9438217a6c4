import { createHash, randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../../http/errors.ts'
import type { FileOperations } from './file-operations.ts'
import type { ReceivedFile, StoredFile } from './storage.ts'
import { orStorageError } from './storage-errors.ts'

export interface Reception {
  readonly files: FileOperations
  /** Where temporary files lie. */
  readonly folder: string
  /** Where a file of that hash is to be kept, in the same file system. */
  readonly placeOf: (sha256: string) => string
  /** The temporary files in progress. */
  readonly inProgress: Set<string>
}

/** Streams `source` into a temporary file. */
export async function receiveFile(
  reception: Reception,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReceivedFile> {
  // A source that fails while the file is being opened is heard when it is read.
  if (source instanceof Readable) source.on('error', () => undefined)
  const path = join(reception.folder, `${randomUUID()}.part`)
  reception.inProgress.add(path)
  const temporary = new TemporaryFile(reception, path)
  try {
    const stored = await temporary.fill(source, maxBytes)
    return received(temporary, path, stored)
  } catch (error) {
    // A source that was not read to its end would wait for ever.
    if (source instanceof Readable) source.destroy()
    await temporary.discard()
    throw error
  }
}

function received(temporary: TemporaryFile, path: string, stored: StoredFile): ReceivedFile {
  return {
    ...stored,
    path,
    keep: () => orStorageError(temporary.moveDurably(stored.sha256)),
    [Symbol.asyncDispose]: () => temporary.discard(),
  }
}

/** What is collected for one write. */
const writeBytes = 512 * 1024
const maxWaiting = 256

class TemporaryFile {
  readonly #reception: Reception
  readonly #path: string
  #handle: FileHandle | null = null

  constructor(reception: Reception, path: string) {
    this.#reception = reception
    this.#path = path
  }

  async fill(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
    const file = await orStorageError(this.#reception.files.open(this.#path, 'wx'))
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

  /** The order is what makes it durable: the bytes, then the name, then the folders that hold the name. */
  async moveDurably(sha256: string): Promise<void> {
    const { files, placeOf } = this.#reception
    const place = placeOf(sha256)
    await this.#handle?.sync()
    await this.#close()
    const folder = dirname(place)
    await this.#makeFolder(folder)
    await files.rename(this.#path, place)
    await this.#syncFolder(folder)
    // Also when the folder was there: whoever made it may have failed before its name was durable.
    await this.#syncFolder(dirname(folder))
  }

  /** For what is not wanted, or is kept: then there is nothing left to discard. */
  async discard(): Promise<void> {
    const { files, inProgress } = this.#reception
    await this.#close().catch(() => undefined)
    // What cannot be removed now is swept later.
    await files.rm(this.#path, { force: true }).catch(() => undefined)
    inProgress.delete(this.#path)
  }

  async #close(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }

  /** Never makes the folder above: where that is missing, the disk is not the one that is meant. */
  async #makeFolder(path: string): Promise<void> {
    try {
      await this.#reception.files.mkdir(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }

  async #syncFolder(path: string): Promise<void> {
    const folder = await this.#reception.files.open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

/** A write may be short, on a disk that fills up for one: the rest is written by itself, which tells why. */
async function writeAll(file: FileHandle, chunks: Uint8Array[], sizeBytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten < sizeBytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}
