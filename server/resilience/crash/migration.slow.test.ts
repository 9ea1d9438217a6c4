import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMigrations, migrationNames } from '../../src/db/migrate.ts'
import { connectDatabase, type PlainDatabase } from '../../src/db/plain-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../../src/testing/engines.ts'
import { fillFormerLibrary, formerCount, readQueues, readRows } from './former-library.ts'

/** Has the program killed while it migrates, after more and more statements, over one database. */

const records = Number(process.env.MIGRATION_RECORDS ?? 2_000)
/** Of statements: each migration makes the run longer, and none may make its kills too many for the machine. */
const step = Number(process.env.MIGRATION_STEP ?? 24)
/** Each kill is followed by a start on a busy machine. */
const patience = 60_000 + (records / step) * 1_000

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earmark-migration-'))
  database = await createEmptyDatabase()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

async function onDatabase<T>(work: (db: PlainDatabase) => Promise<T>): Promise<T> {
  const db = await connectDatabase(database.url, dataDir)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** @returns the signal that has ended it */
async function migrateUntil(lastStatement: number): Promise<string | null> {
  const own = { DATA_DIR: dataDir, DATABASE_URL: database.url, LAST_STATEMENT: String(lastStatement) }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrating-program.ts')], {
    env: { ...process.env, ...own },
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

it('loses nothing of a library however often its migration is killed', { timeout: patience }, async () => {
  const queues = await onDatabase((db) => fillFormerLibrary(db, records))
  const before = await onDatabase((db) => readRows(db, 'former'))
  let last = step
  for (; (await migrateUntil(last)) === 'SIGKILL'; last += step) {
    const done = await onDatabase(({ connection, dialect }) => listMigrations(connection, dialect))
    // The last statement is the commit.
    if (done.length === migrationNames.length) break
    expect(done).toHaveLength(formerCount)
    expect(await onDatabase((db) => readRows(db, 'former'))).toEqual(before)
  }
  expect(last).toBeGreaterThan(40)
  expect(await onDatabase((db) => readRows(db, 'present'))).toEqual(before)
  expect(await onDatabase(readQueues)).toEqual(queues)
})
