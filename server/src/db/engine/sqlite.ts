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
  idSet: (ids) => sql`(select value from json_each(${JSON.stringify(ids)}))`,
}

/** In DATA_DIR. */
export const sqliteFileName = 'earmark.sqlite'

/** While a program starts, nobody waits for it. */
const openingPatienceMs = 5_000

/**
 * Kysely's SQLite dialect over Node's own driver. `synchronous=FULL` with a write-ahead log: what a commit
 * acknowledged is on disk, whatever happens to the process or the power.
 *
 * @param path of the database file; its folder is made when missing
 */
export function sqliteDialect(path: string): KyselyDialect {
  mkdirSync(dirname(path), { recursive: true })
  // Hashes and addresses are in it: for the server's own user alone. Its log takes the same mode.
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

/** A database that is there, beside whoever writes to it. */
export function sqliteReader(path: string): KyselyDialect {
  // SQLite does not tell why it cannot read a file.
  const file = openSync(path, 'r')
  try {
    readSync(file, Buffer.alloc(1))
  } finally {
    closeSync(file)
  }
  return new FairSqliteDialect(new DatabaseSync(path, { timeout: openingPatienceMs, readOnly: true }))
}

/** A database that nobody else ever sees. */
export function sqliteInMemory(): KyselyDialect {
  return new FairSqliteDialect(new DatabaseSync(':memory:'))
}
