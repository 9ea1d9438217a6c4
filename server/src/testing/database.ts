import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../db/database.ts'
import { createMigratedDatabase } from './engines.ts'

/** A fresh database of the engine under test, without a server. */
export async function openTestDatabase(): Promise<Database & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-test-'))
  const database = await createMigratedDatabase(dataDir)
  const db = await openDatabase(database.url, dataDir)
  return {
    ...db,
    async [Symbol.asyncDispose]() {
      await db.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
