import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../db/durable-files.ts'
import { AppError } from '../../errors.ts'
import type { MediaStorage, StoredFile } from '../../media/storage/files/storage.ts'
import { ShortFileError } from '../../media/storage/files/storage-errors.ts'
import type { ArchivedFile } from './archived-files.ts'
import type { Progress } from './progress.ts'
import { hashFile } from './row-files.ts'
import { forEachAtOnce, sideBySide } from './side-by-side.ts'


const filesAtOnce = 4
const prefixes = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))
const restLength = 62

export function archivePathOf(folder: string, sha256: string): string {
  return join(folder, 'media', sha256.slice(0, 2), sha256.slice(2))
}

export interface CopiedMedia {
  readonly files: number
  readonly bytes: number
  readonly kept: number
  /** Hashes that the storage lacks or has truncated. */
  readonly lacking: readonly string[]
}

export interface CopyOptions {
  readonly verify: boolean
  readonly progress: Progress
}

export async function copyMedia(
  storage: MediaStorage,
  files: AsyncGenerator<ArchivedFile, void>,
  folder: string,
  { verify, progress }: CopyOptions,
): Promise<CopiedMedia> {
  let [count, bytes, kept] = [0, 0, 0]
  const lacking: string[] = []
  const changed = new Set<string>()
  await forEachAtOnce(files, filesAtOnce, async (file) => {
    count += 1
    bytes += file.sizeBytes
    if (await isThere(folder, file, verify)) kept += 1
    else if (await copyFile(storage, file, folder)) changed.add(file.sha256.slice(0, 2))
    else lacking.push(file.sha256)
    progress(`copying media: ${count} files, ${megabytes(bytes)}`)
  })
  for (const prefix of changed) await syncFolder(join(folder, 'media', prefix))
  if (changed.size > 0) await syncFolder(join(folder, 'media'))
  return { files: count, bytes, kept, lacking: lacking.toSorted() }
}

async function isThere(folder: string, file: StoredFile, verify: boolean): Promise<boolean> {
  const found = await findFile(archivePathOf(folder, file.sha256))
  if (found?.sizeBytes !== file.sizeBytes) return false
  return !verify || (await hashFile(archivePathOf(folder, file.sha256))) === file.sha256
}

/** @returns false when the storage lacks the file */
async function copyFile(storage: MediaStorage, wanted: StoredFile, folder: string): Promise<boolean> {
  const part = join(folder, 'media', `${wanted.sha256}.part`)
  const place = archivePathOf(folder, wanted.sha256)
  {
    await using file = await open(part, 'w', 0o600)
    const hash = createHash('sha256')
    try {
      for await (const chunk of readWhole(storage, wanted)) {
        hash.update(chunk)
        await file.writeFile(chunk)
      }
    } catch (error) {
      if (!isLacking(error)) throw error
      await rm(part)
      return false
    }
    if (hash.digest('hex') !== wanted.sha256) {
      await rm(part)
      return false
    }
    await file.sync()
  }
  await mkdir(join(place, '..'), { recursive: true, mode: 0o700 })
  await rename(part, place)
  return true
}

/** Before the first chunk, or in the middle of a truncated file. */
export function isLacking(error: unknown): boolean {
  return (error instanceof AppError && error.code === 'NotFound') || error instanceof ShortFileError
}

/** Also for empty files, which have no valid range. */
export async function* readWhole(
  storage: MediaStorage,
  { sha256, sizeBytes }: StoredFile,
): AsyncGenerator<Uint8Array, void> {
  if (sizeBytes > 0) yield* storage.read(sha256, 0, sizeBytes - 1)
}

export async function* listArchiveMedia(folder: string): AsyncGenerator<StoredFile, void> {
  for (const prefix of prefixes) {
    const names = await readdir(join(folder, 'media', prefix)).catch(unlessMissing)
    for (const rest of names?.toSorted((one, other) => (one < other ? -1 : 1)) ?? []) {
      if (rest.length !== restLength) continue
      const file = await findFile(archivePathOf(folder, prefix + rest))
      if (file) yield { sha256: prefix + rest, sizeBytes: file.sizeBytes }
    }
  }
}

export async function removeOtherMedia(
  folder: string,
  files: AsyncGenerator<ArchivedFile, void>,
): Promise<number> {
  let removed = 0
  for await (const { sha256, wanted } of sideBySide(files, listArchiveMedia(folder))) {
    if (wanted) continue
    await rm(archivePathOf(folder, sha256), { force: true })
    removed += 1
  }
  for (const name of await readdir(join(folder, 'media')))
    if (name.endsWith('.part')) await rm(join(folder, 'media', name), { force: true })
  return removed
}

async function findFile(path: string): Promise<{ sizeBytes: number } | null> {
  const found = await lstat(path).catch(unlessMissing)
  return found?.isFile() ? { sizeBytes: found.size } : null
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
