import { type BigIntStats, close, constants, fstat, open } from 'node:fs'
import { readlink, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../errors.ts'
import { storageError } from '../storage/files/storage-errors.ts'
import { type OpenFile, OpenFiles } from '../storage/files/open-files.ts'
import type { LibraryFile } from './library-files.queries.ts'
import { placeOf } from './path-key.ts'

type Sought = Pick<LibraryFile, 'pathKey' | 'sizeBytes' | 'modifiedSeconds'>

export interface OpenedLibraryFile {
  readonly file: OpenFile
  /** In `OpenFiles`. */
  readonly name: string
  readonly place: string | Buffer
}

/** A file is no more there, is another one, or lies outside of its folder. */
class OtherFile extends Error {}

const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EISDIR'])
const openAsync = promisify(open)
const closeAsync = promisify(close)
const fstatAsync = promisify(fstat) as unknown as (
  descriptor: number,
  options: { bigint: true },
) => Promise<BigIntStats>

/**
 * Opens a file of a library folder, which others may change at any time: its size and time are compared with those of its
 * row on each call, and a file that stays the same stays open in between (0052).
 *
 * @returns null where that file is not there
 * @throws AppError `ServiceUnavailable` where the folder is away
 */
export async function openLibraryFile(
  files: OpenFiles,
  root: string,
  sought: Sought,
): Promise<OpenedLibraryFile | null> {
  const place = placeOf(root, sought.pathKey)
  try {
    const found = await stat(place, { bigint: true })
    if (!isSought(found, sought)) return null
    const name = `${root}\0${sought.pathKey}\0${identityOf(found)}`
    const file = await files.acquire(name, () => openWithin(root, place, identityOf(found)))
    return { file, name, place }
  } catch (error) {
    if (error instanceof OtherFile) return null
    if (!gone.has((error as NodeJS.ErrnoException).code ?? '')) throw storageError(error)
    await requireFolder(root)
    return null
  }
}

/** Network disks round times. */
function isSought(found: BigIntStats, { sizeBytes, modifiedSeconds }: Sought): boolean {
  const isSame =
    Number(found.size) === sizeBytes && Number(found.mtimeNs / 1_000_000_000n) === modifiedSeconds
  return found.isFile() && isSame
}

function identityOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`
}

/** A folder on the way may become a link at any moment: what counts is where the opened file lies. */
async function openWithin(root: string, place: string | Buffer, identity: string): Promise<number> {
  const descriptor = await openAsync(place, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const opened = await fstatAsync(descriptor, { bigint: true })
    const isSame = opened.isFile() && identityOf(opened) === identity
    if (!isSame || !isBelow(await realPathOf(descriptor, place), await realpath(root))) throw new OtherFile()
    return descriptor
  } catch (error) {
    await closeAsync(descriptor)
    throw error
  }
}

/** Systems without `/proc` resolve the path once more. */
async function realPathOf(descriptor: number, place: string | Buffer): Promise<Buffer> {
  const opened = readlink(`/proc/self/fd/${descriptor}`, 'buffer')
  return await opened.catch(() => realpath(place, 'buffer'))
}

function isBelow(path: Buffer, root: string): boolean {
  const start = Buffer.from(root.endsWith(sep) ? root : root + sep)
  return path.subarray(0, start.length).equals(start)
}

/** @throws AppError `ServiceUnavailable` */
async function requireFolder(root: string): Promise<void> {
  const found = await stat(root).catch(() => null)
  if (!found?.isDirectory()) throw new AppError('ServiceUnavailable')
}
