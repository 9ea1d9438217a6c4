import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../http/errors.ts'
import type { ReceivedFile, StoredFile } from './storage.ts'
import { orStorageError } from './storage-errors.ts'

/**
 * Streams `source` into a temporary file in `folder`.
 *
 * @param placeOf where a file of that hash is to be kept, in the same file system
 */
export async function receiveFile(
  source: Readable,
  maxBytes: number,
  folder: string,
  placeOf: (sha256: string) => string,
): Promise<ReceivedFile> {
  // A source that fails while the file is being opened is heard when it is read.
  source.on('error', () => undefined)
  const path = join(folder, `${randomUUID()}.part`)
  const file = await orStorageError(open(path, 'wx'))
  try {
    const stored = await fill(file, source, maxBytes)
    return received(file, path, stored, placeOf(stored.sha256))
  } catch (error) {
    // A source that was not read to its end would wait for ever.
    source.destroy()
    await discard(file, path)
    throw error
  }
}

async function fill(file: FileHandle, source: Readable, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw new AppError('FileTooLarge')
    const written = orStorageError(file.writeFile(chunk))
    hash.update(chunk)
    await written
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

function received(file: FileHandle, path: string, stored: StoredFile, place: string): ReceivedFile {
  let isKept = false
  return {
    ...stored,
    path,
    async keep() {
      await orStorageError(moveDurably(file, path, place))
      isKept = true
    },
    async [Symbol.asyncDispose]() {
      if (!isKept) await discard(file, path)
    },
  }
}

/** The order is what makes it durable: the bytes, then the name, then the folder that holds the name. */
async function moveDurably(file: FileHandle, path: string, place: string): Promise<void> {
  await file.sync()
  await file.close()
  const folder = dirname(place)
  const isNew = await makeFolder(folder)
  await rename(path, place)
  await syncFolder(folder)
  if (isNew) await syncFolder(dirname(folder))
}

/** Never makes the folder above: where that is missing, the disk is not the one that is meant. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function discard(file: FileHandle, path: string): Promise<void> {
  await file.close().catch(() => undefined)
  await rm(path, { force: true })
}
