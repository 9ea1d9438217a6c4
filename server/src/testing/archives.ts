import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReader, type PlainDatabase } from '../db/plain-database.ts'
import { backUp, type FinishedBackup } from '../operations/backup/backup.service.ts'
import type { Manifest } from '../operations/backup/manifest.ts'
import { restoreLibrary } from '../operations/backup/restore-library.ts'
import { openLocalStorage } from '../media/storage/local/local-storage.ts'
import type { MediaStorage } from '../media/storage/files/storage.ts'
import type { TestServer } from './server.ts'

/** Backups of test servers, and places to restore them into. */

export const silently = () => undefined

export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'earmark-archive-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

type Place = Pick<TestServer['deps']['config'], 'databaseUrl' | 'dataDir'>

/** The database of a place, as a program beside its server reads it. */
export async function openDatabaseOf({
  databaseUrl,
  dataDir,
}: Place): Promise<PlainDatabase & AsyncDisposable> {
  const db = await openReader(databaseUrl, dataDir)
  if (!db) throw new Error('There is no database.')
  return { ...db, [Symbol.asyncDispose]: () => db.close() }
}

export async function backUpServer(
  { deps }: TestServer,
  folder: string,
  storage: MediaStorage = deps.storage,
  copying: { readonly verify?: boolean; readonly withLibrary?: boolean } = {},
): Promise<FinishedBackup> {
  await using db = await openDatabaseOf(deps.config)
  const options = { storage, clock: Date.now, program: '0.0.0', progress: silently }
  return await backUp({ db, ...options }, folder, copying)
}

/** Restores into a folder, and into PostgreSQL where a URL is given. */
export function restoreInto(archive: string, dataDir: string, databaseUrl = ''): Promise<Manifest> {
  const openStorage = () => openLocalStorage(join(dataDir, 'media'))
  return restoreLibrary({ databaseUrl, dataDir }, openStorage, archive, silently)
}

/** A storage that reads in another way. */
export function readingLike(storage: MediaStorage, read: MediaStorage['read']): MediaStorage {
  return new Proxy(storage, {
    get: (_target, name) => {
      if (name === 'read') return read
      const value: unknown = Reflect.get(storage, name)
      return typeof value === 'function' ? (value as () => unknown).bind(storage) : value
    },
  })
}
