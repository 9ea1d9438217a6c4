import { chmod, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../db/data-dir.ts'
import { holdFile } from '../../db/file-lock.ts'
import { syncFolder, writeDurably } from '../../db/durable-files.ts'
import { unlessMissing } from '../../media/storage/files/incoming.ts'
import { ArchiveError, manifestName } from './manifest.ts'

/** Marks an archive's folder, and is locked by one backup at a time. */
const lockName = 'backup.lock'

const forOwner = 0o700

/**
 * Readable by its owner only: it holds password hashes.
 *
 * @throws ArchiveError when something else is in it, or another backup is under way
 */
export async function openArchiveFolder(folder: string): Promise<Disposable> {
  try {
    makeFolder(folder, forOwner)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ArchiveError(`${folder} is no place for a folder: choose another one.`)
  }
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

export async function holdArchive(folder: string): Promise<Disposable> {
  const path = join(folder, lockName)
  // A copied archive has no lock file.
  if (!(await stat(path).catch(unlessMissing))?.isFile()) return { [Symbol.dispose]: () => undefined }
  const hold = holdFile(path, 'together')
  if (!hold) throw new ArchiveError(`A backup into ${folder} is under way: restore from it afterwards.`)
  return hold
}

export async function makeRowsFolder(folder: string, now: number): Promise<string> {
  const name = `rows/${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`
  await rm(join(folder, name), { recursive: true, force: true })
  await mkdir(join(folder, name), { mode: forOwner })
  return name
}

export async function putManifest(folder: string, written: string): Promise<void> {
  await writeDurably(join(folder, manifestName), written)
}

export async function syncRows(folder: string, rows: string): Promise<void> {
  for (const name of await readdir(join(folder, rows))) {
    await using file = await open(join(folder, rows, name), 'r')
    await file.sync()
  }
  await syncFolder(join(folder, rows))
  await syncFolder(join(folder, 'rows'))
}

export async function removeOtherRows(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(join(folder, 'rows'))) {
    const path = `rows/${name}`
    if (path !== kept) await rm(join(folder, path), { recursive: true, force: true })
  }
}
