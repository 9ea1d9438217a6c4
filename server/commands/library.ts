import pino from 'pino'
import { readConfig } from '../src/config/config.ts'
import { explainDataDir } from '../src/db/data-dir.ts'
import { openReader, type PlainDatabase } from '../src/db/plain-database.ts'
import { openStorage } from '../src/media/storage/open-storage.ts'
import type { MediaStorage } from '../src/media/storage/files/storage.ts'
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
    const storage = await openStorage(config, sentences)
    try {
      return await work({ db, storage })
    } finally {
      await storage.close()
    }
  } finally {
    await db.close()
  }
}
