import { closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect as KyselyDialect, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import { FairSqliteDialect } from './sqlite-driver.ts'
import { sqliteFullText } from './full-text-sqlite.ts'
import { sqliteTransfer } from './transfer-sqlite.ts'

export const sqlite: Dialect = {
  engine: 'sqlite',
  generatedId: sql`integer primary key autoincrement`,
  sortKey: sql`text`,
  async listIds(connection, query) {
    const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (${query})`.execute(
      connection,
    )
    return JSON.parse(rows[0]?.ids ?? '[]') as number[]
  },
  fullText: sqliteFullText,
  transfer: sqliteTransfer,
  lockMigrations: async () => undefined,
  lock: async () => undefined,
  announceChange: async () => undefined,
  jsonRows: (rows) => sql`json_each(${JSON.stringify(rows)})`,
  skipLocked: sql``,
  idSet: (ids) => sql`(select value from json_each(${JSON.stringify(ids)}))`,
  textSet: (texts) => sql`(select value from json_each(${JSON.stringify(texts)}))`,
}

export const sqliteFileName = 'earmark.sqlite'

const openingPatienceMs = 5_000

/** A WAL with `synchronous=FULL`: a commit survives a power failure. */
export function sqliteDialect(path: string): KyselyDialect {
  mkdirSync(dirname(path), { recursive: true })
  // Readable by the server's user only; the WAL takes the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: openingPatienceMs, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma cache_size = -16384')
  database.exec('pragma temp_store = memory')
  return new FairSqliteDialect(
    database,
    () => new DatabaseSync(path, { timeout: openingPatienceMs, readOnly: true }),
  )
}

export function sqliteReader(path: string): KyselyDialect {
  // SQLite does not tell why a file cannot be read.
  const file = openSync(path, 'r')
  try {
    readSync(file, Buffer.alloc(1))
  } finally {
    closeSync(file)
  }
  return new FairSqliteDialect(new DatabaseSync(path, { timeout: openingPatienceMs, readOnly: true }))
}

export function sqliteInMemory(): KyselyDialect {
  return new FairSqliteDialect(new DatabaseSync(':memory:'))
}
