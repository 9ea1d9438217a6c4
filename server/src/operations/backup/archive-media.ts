import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../db/durable-files.ts'
import { AppError } from '../../errors.ts'
import { unlessMissing } from '../../media/storage/files/incoming.ts'
import { type MediaStorage, type StoredFile, storageKeyOf } from '../../media/storage/files/storage.ts'
import { listFiles } from '../../media/storage/local/local-storage.ts'
import { ShortFileError } from '../../media/storage/files/storage-errors.ts'
import { type ArchivedFile, listArchivedFiles } from './archived-files.ts'
import type { Manifest } from './manifest.ts'
import { hashFile } from './row-files.ts'
import { each, forEachAtOnce, sideBySide } from './side-by-side.ts'

export type Progress = (sentence: string) => void

const filesAtOnce = 4

export function archivePathOf(folder: string, sha256: string): string {
  return join(folder, 'media', storageKeyOf(sha256))
}

export interface CopiedMedia {
  readonly files: number
  readonly bytes: number
  readonly kept: number
  /** Library files that are not in the archive. */
  readonly inPlace: { readonly files: number; readonly bytes: number }
  /** Hashes that the storage lacks or has truncated. */
  readonly lacking: readonly string[]
}

export interface CopyOptions {
  readonly verify: boolean
  /** Whether library files are copied, too. */
  readonly withLibrary: boolean
  readonly progress: Progress
}

export async function copyMedia(
  storage: MediaStorage,
  files: AsyncGenerator<ArchivedFile, void>,
  folder: string,
  { verify, withLibrary, progress }: CopyOptions,
): Promise<CopiedMedia> {
  let [count, bytes, kept] = [0, 0, 0]
  const inPlace = { files: 0, bytes: 0 }
  const lacking: string[] = []
  const changed = new Set<string>()
  await forEachAtOnce(files, filesAtOnce, async (file) => {
    const isLibrary = file.origin === 'library'
    if (await isThere(folder, file, verify)) kept += 1
    else if ((!isLibrary || withLibrary) && (await copyFile(storage, file, folder)))
      changed.add(file.sha256.slice(0, 2))
    else if (isLibrary) return addTo(inPlace, file)
    else lacking.push(file.sha256)
    count += 1
    bytes += file.sizeBytes
    progress(`copying media: ${count} files, ${megabytes(bytes)}`)
  })
  for (const prefix of changed) await syncFolder(join(folder, 'media', prefix))
  if (changed.size > 0) await syncFolder(join(folder, 'media'))
  return { files: count, bytes, kept, inPlace, lacking: lacking.toSorted() }
}

function addTo(sum: { files: number; bytes: number }, { sizeBytes }: StoredFile): void {
  sum.files += 1
  sum.bytes += sizeBytes
}

/** Keys of library files prove no bytes. */
async function isThere(folder: string, file: ArchivedFile, verify: boolean): Promise<boolean> {
  const found = await findFile(archivePathOf(folder, file.sha256))
  if (found?.sizeBytes !== file.sizeBytes) return false
  return (
    !verify ||
    file.origin === 'library' ||
    (await hashFile(archivePathOf(folder, file.sha256))) === file.sha256
  )
}

/** @returns false when the storage lacks the file */
async function copyFile(storage: MediaStorage, wanted: ArchivedFile, folder: string): Promise<boolean> {
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
      if (!isLacking(error) && !isAway(wanted, error)) throw error
      await rm(part)
      return false
    }
    if (wanted.origin === null && hash.digest('hex') !== wanted.sha256) {
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

/** A library folder may be away while the storage is there. */
function isAway({ origin }: ArchivedFile, error: unknown): boolean {
  return origin === 'library' && error instanceof AppError && error.code === 'ServiceUnavailable'
}

/** Also for empty files, which have no valid range. */
export async function* readWhole(
  storage: MediaStorage,
  { sha256, sizeBytes }: StoredFile,
): AsyncGenerator<Uint8Array, void> {
  if (sizeBytes > 0) yield* storage.read(sha256, 0, sizeBytes - 1)
}

/** Ascending by hash; links are not followed. */
export function listArchiveMedia(folder: string): AsyncGenerator<StoredFile, void> {
  return each(listFiles(join(folder, 'media'), Number.POSITIVE_INFINITY, { readdir, stat: lstat }))
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

/**
 * Runs `work` on the archive's media beside those that are found elsewhere, several at once. Library files that it lacks are
 * counted alone.
 */
export async function forEachMedium(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  found: AsyncIterable<StoredFile>,
  report: (sentence: string) => void,
  work: (wanted: ArchivedFile, found: StoredFile | null, path: string) => Promise<void>,
): Promise<{ files: number; bytes: number; inPlace: number }> {
  let [files, bytes, inPlace] = [0, 0, 0]
  await forEachAtOnce(sideBySide(listArchivedFiles(folder, manifest), found), filesAtOnce, async (pair) => {
    if (!pair.wanted) return
    if (pair.wanted.origin === 'library' && !(await isThere(folder, pair.wanted, false))) {
      inPlace += 1
      return
    }
    await work(pair.wanted, pair.found, archivePathOf(folder, pair.sha256))
    files += 1
    bytes += pair.wanted.sizeBytes
    report(`${files} of ${manifest.media.files} files, ${megabytes(bytes)}`)
  })
  return { files, bytes, inPlace }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
