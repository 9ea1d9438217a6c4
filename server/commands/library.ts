import pino from 'pino'
import { type Config, readConfig } from '../src/config/config.ts'
import { createChanges } from '../src/db/changes/changes.ts'
import { explainDataDir, explainFullDatabase, holdDataDir, openDataDir } from '../src/db/data-dir.ts'
import { openDatabase } from '../src/db/database.ts'
import { listMigrations, migrationNames } from '../src/db/migrate.ts'
import { openReader, type PlainDatabase } from '../src/db/plain-database.ts'
import { withLibraryFiles } from '../src/media/library/with-library-files.ts'
import { openStorage } from '../src/media/storage/open-storage.ts'
import type { MediaDeps, MediaStorage } from '../src/media/storage/files/storage.ts'
import { StartError } from '../src/errors.ts'
import { say } from './command.ts'

export interface Library {
  readonly db: PlainDatabase
  readonly storage: MediaStorage
}

/** Warnings as sentences on stderr. */
export const sentences = pino(
  { level: 'warn' },
  { write: (line) => say((JSON.parse(line) as { msg: string }).msg) },
)

/** @throws StartError when the settings name none */
export async function inLibrary<T>(work: (library: Library) => Promise<T>): Promise<T> {
  const config = readConfig()
  const db = await openReader(config.databaseUrl, config.dataDir).catch((error: unknown) => {
    throw explainDataDir(error, config.dataDir)
  })
  if (!db) {
    throw new StartError(
      `There is no library in DATA_DIR (${config.dataDir}): set DATA_DIR or DATABASE_URL as for the server.`,
    )
  }
  try {
    await requireLibrary(db)
    const storage = await openWholeStorage(config, db)
    try {
      return await work({ db, storage })
    } finally {
      await storage.close()
    }
  } catch (error) {
    throw config.databaseUrl === '' ? explainFullDatabase(error, config.dataDir) : error
  } finally {
    await db.close()
  }
}

/** @throws StartError for a database that no server has been started on */
async function requireLibrary({ connection, dialect }: PlainDatabase): Promise<void> {
  if ((await listMigrations(connection, dialect)).length > 0) return
  const setting = dialect.engine === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL'
  throw new StartError(
    `There is no library in the database of ${setting}, which is empty: set DATA_DIR or DATABASE_URL as for the server.`,
  )
}

/** @throws StartError where the server has not been started since it was updated */
export async function requireMigrated({ connection, dialect }: PlainDatabase): Promise<void> {
  if ((await listMigrations(connection, dialect)).length < migrationNames.length)
    throw new StartError(
      'The database is of an older version of Earmark: start the server once, then try again.',
    )
}

/**
 * For commands that write. With SQLite no server runs meanwhile, as its caches assume that nobody else writes.
 *
 * @throws StartError when the settings name no library, or a server runs
 */
export async function inWrittenLibrary<T>(work: (deps: MediaDeps) => Promise<T>): Promise<T> {
  // It is there, and the server has brought it up to date.
  await inLibrary(({ db }) => requireMigrated(db))
  const config = readConfig()
  closeDataDir(config)
  using held = new DisposableStack()
  if (config.databaseUrl === '') held.use(holdDataDir(config.dataDir))
  const db = await openDatabase(config.databaseUrl, config.dataDir)
  try {
    const storage = withLibraryFiles(await openStorage(config, sentences), { db, config })
    try {
      return await work({ config, db, storage, changes: createChanges(), clock: Date.now, log: sentences })
    } finally {
      await storage.close()
    }
  } finally {
    await db.close()
  }
}

/** As at a server's start: what a command writes has the modes of what the server writes, whatever the caller's umask. */
export function closeDataDir({ dataDir, accelRedirect }: Config): void {
  const wasOpen = openDataDir(dataDir, accelRedirect !== '')
  if (wasOpen !== null) say(wasOpen)
}

/** The database may be older than library files. */
async function openWholeStorage(config: Config, db: PlainDatabase): Promise<MediaStorage> {
  const storage = await openStorage(config, sentences)
  const columns = await db.dialect.transfer.columns(db.connection, 'library_files')
  return columns.length > 0 ? withLibraryFiles(storage, { db, config }) : storage
}
