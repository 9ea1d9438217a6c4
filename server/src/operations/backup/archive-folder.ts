import { chmod, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { holdFile } from '../../db/file-lock.ts'
import { syncFolder, writeDurably } from '../../db/durable-files.ts'
import { ArchiveError } from './archive-error.ts'
import { manifestName } from './manifest.ts'

/** Lies in every folder of ours, and is what one backup at a time holds. */
const lockName = 'backup.lock'

const forOwner = 0o700

/**
 * A folder to back up into, made when it is missing, for its owner alone: there are password hashes in it.
 *
 * @throws ArchiveError when something else is in it, or another backup is under way
 */
export async function openArchiveFolder(folder: string): Promise<Disposable> {
  await mkdir(folder, { recursive: true, mode: forOwner })
  const names = await readdir(folder)
  if (names.length > 0 && !names.includes(lockName)) {
    throw new ArchiveError(`${folder} is no folder of backups, and not empty: choose another one.`)
  }
  await chmod(folder, forOwner)
  const hold = holdFile(join(folder, lockName), 'alone')
  if (!hold) throw new ArchiveError(`Another backup into ${folder} is under way, or a restore from it.`)
  await mkdir(join(folder, 'media'), { recursive: true, mode: forOwner })
  await mkdir(join(folder, 'rows'), { recursive: true, mode: forOwner })
  return hold
}

/** Keeps backups from changing an archive while it is read. @throws ArchiveError while one is under way */
export async function holdArchive(folder: string): Promise<Disposable> {
  const path = join(folder, lockName)
  // Without it the archive is a copy of a folder of ours, into which nobody backs up.
  if (!(await isFile(path))) return { [Symbol.dispose]: () => undefined }
  const hold = holdFile(path, 'together')
  if (!hold) throw new ArchiveError(`A backup into ${folder} is under way: restore from it afterwards.`)
  return hold
}

/** A new folder for the files of rows; its name below the archive's. */
export async function makeRowsFolder(folder: string, now: number): Promise<string> {
  const name = `rows/${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`
  // What a backup left that was interrupted in the same millisecond.
  await rm(join(folder, name), { recursive: true, force: true })
  await mkdir(join(folder, name), { mode: forOwner })
  return name
}

/** Replaces the manifest by one that is on disk as a whole, after all that it names. */
export async function putManifest(folder: string, written: string): Promise<void> {
  await writeDurably(join(folder, manifestName), written)
}

/** Makes the files of rows in a folder durable, and their names. */
export async function syncRows(folder: string, rows: string): Promise<void> {
  for (const name of await readdir(join(folder, rows))) {
    await using file = await open(join(folder, rows, name), 'r')
    await file.sync()
  }
  await syncFolder(join(folder, rows))
  await syncFolder(join(folder, 'rows'))
}

/** Removes the files of rows that the manifest does not name. */
export async function removeOtherRows(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(join(folder, 'rows'))) {
    const path = `rows/${name}`
    if (path !== kept) await rm(join(folder, path), { recursive: true, force: true })
  }
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return found?.isFile() === true
}
