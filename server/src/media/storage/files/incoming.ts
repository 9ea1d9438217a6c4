import * as files from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import type { ReceivedFile, StoredFile } from './storage.ts'
import { orStorageError } from './storage-errors.ts'

export type FileOperations = Pick<
  typeof files,
  'open' | 'mkdir' | 'rename' | 'rm' | 'readdir' | 'stat' | 'access'
>

export const realFiles: FileOperations = files

/** May move the file. */
export type Keep = (
  file: TemporaryFile,
  stored: StoredFile,
  contentType: MediaContentType,
  name: string,
) => Promise<void>

const temporarySuffix = '.part'

export class Incoming {
  readonly #files: FileOperations
  readonly #folder: string
  readonly #inProgress = new Set<string>()

  constructor(files: FileOperations, folder: string) {
    this.#files = files
    this.#folder = folder
  }

  async receive(source: AsyncIterable<Uint8Array>, maxBytes: number, keep: Keep): Promise<ReceivedFile> {
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
        keep: (contentType, name = stored.sha256) =>
          orStorageError(keep(temporary, stored, contentType, name)),
        [Symbol.asyncDispose]: discard,
      }
    } catch (error) {
      if (source instanceof Readable) source.destroy()
      await discard()
      throw error
    }
  }

  /** The file stays where it is, under another name too. */
  async adopt(source: string, keep: Keep): Promise<ReceivedFile> {
    const path = join(this.#folder, `${randomUUID()}${temporarySuffix}`)
    this.#inProgress.add(path)
    const temporary = new TemporaryFile(this.#files, path)
    const discard = async () => {
      await temporary.discard()
      this.#inProgress.delete(path)
    }
    try {
      await orStorageError(linkOrCopy(source, path))
      const stored = await orStorageError(temporary.read())
      return {
        ...stored,
        path,
        keep: (contentType, name = stored.sha256) =>
          orStorageError(keep(temporary, stored, contentType, name)),
        [Symbol.asyncDispose]: discard,
      }
    } catch (error) {
      await discard()
      throw error
    }
  }

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

  check(): Promise<void> {
    return orStorageError(this.#files.access(this.#folder, constants.R_OK | constants.W_OK))
  }
}

/** Not every file system has hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await files.link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await files.copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

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
    const flush = async () => {
      const [chunks, bytes] = [waiting, waitingBytes]
      ;[waiting, waitingBytes] = [[], 0]
      await writing
      writing = orStorageError(writeAll(file, chunks, bytes))
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

  /** Of a file that is whole. */
  async read(): Promise<StoredFile> {
    const file = await this.#files.open(this.path, 'r')
    this.#handle = file
    const hash = createHash('sha256')
    let sizeBytes = 0
    const chunks = file.createReadStream({ autoClose: false, highWaterMark: writeBytes })
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      hash.update(chunk)
    }
    return { sha256: hash.digest('hex'), sizeBytes }
  }

  get handle(): FileHandle {
    if (this.#handle === null) throw new Error('The temporary file is closed.')
    return this.#handle
  }

  async discard(): Promise<void> {
    await this.close().catch(() => undefined)
    await this.#files.rm(this.path, { force: true }).catch(() => undefined)
  }

  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }
}

/**
 * A short write means a full disk: writing the rest throws the reason.
 *
 * @param position where the file is not written from its beginning to its end
 */
export async function writeAll(
  file: FileHandle,
  chunks: Uint8Array[],
  sizeBytes: number,
  position: number | null = null,
): Promise<void> {
  let { bytesWritten } = await file.writev(chunks, position ?? undefined)
  if (bytesWritten === sizeBytes) return
  const whole = Buffer.concat(chunks)
  while (bytesWritten < sizeBytes) {
    const at = position === null ? null : position + bytesWritten
    bytesWritten += (await file.write(whole, bytesWritten, sizeBytes - bytesWritten, at)).bytesWritten
  }
}
