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
    for await (const chunk of source) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw new AppError('FileTooLarge')
      const written = orStorageError(file.writeFile(chunk))
      hash.update(chunk)
      await written
    }
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
