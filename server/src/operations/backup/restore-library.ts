import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { openDataDir, holdDataDir } from '../../db/data-dir.ts'
import { requireUsable } from '../../db/postgres-start.ts'
import { connectDatabase, openReader, type PlainDatabase } from '../../db/plain-database.ts'
import type { MediaStorage } from '../../media/storage/files/storage.ts'
import { holdArchive } from './archive-folder.ts'
import { type Manifest, readManifest } from './manifest.ts'
import type { Progress } from './archive-media.ts'
import { refuseUsedDatabase, restoreMedia, restoreRows } from './restore.service.ts'
import { verifyArchive } from './verify-archive.ts'

type Target = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'accelRedirect'>>

/**
 * Everything is verified before anything is changed; media come first, the rows in one transaction last, so that an
 * interrupted restore can be repeated (0018).
 *
 * @throws ArchiveError, StartError
 */
export async function restoreLibrary(
  target: Target,
  openStorage: () => Promise<MediaStorage>,
  folder: string,
  progress: Progress,
): Promise<Manifest> {
  using held = new DisposableStack()
  held.use(await holdArchive(folder))
  const manifest = await readManifest(folder)
  const { databaseUrl, dataDir, accelRedirect = '' } = target
  const isLocal = databaseUrl === ''
  if (isLocal && existsSync(dataDir)) holdDataDir(dataDir)[Symbol.dispose]()
  const database = await openEmpty(target, manifest)
  try {
    const engine = isLocal ? 'sqlite' : 'postgres'
    const columns = await verifyArchive(folder, manifest, { engine }, progress)
    openDataDir(dataDir, accelRedirect !== '')
    if (isLocal) held.use(holdDataDir(dataDir))
    const archive = { folder, manifest, columns }
    await fill(database ?? (await connectDatabase(databaseUrl, dataDir)), openStorage, archive, progress)
    return manifest
  } finally {
    await database?.close()
  }
}

/** Null for SQLite, whose file is made later. */
async function openEmpty(
  { databaseUrl, dataDir }: Target,
  manifest: Manifest,
): Promise<PlainDatabase | null> {
  const database = await openReader(databaseUrl, dataDir)
  if (!database) return null
  try {
    if (databaseUrl !== '') await requireUsable(database.connection, databaseUrl)
    await refuseUsedDatabase(database.connection, database.dialect, manifest)
  } catch (error) {
    await database.close()
    throw error
  }
  if (databaseUrl !== '') return database
  await database.close()
  return null
}

async function fill(
  database: PlainDatabase,
  openStorage: () => Promise<MediaStorage>,
  archive: Parameters<typeof restoreRows>[1],
  progress: Progress,
): Promise<void> {
  try {
    const storage = await openStorage()
    try {
      await restoreMedia(storage, archive, progress)
      await restoreRows(database, archive, progress)
    } finally {
      await storage.close()
    }
  } finally {
    await database.close()
  }
}
