import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect as KyselyDialect, Kysely, PostgresDialect, sql } from 'kysely'
import type { Connection, Dialect } from './engine/dialect.ts'
import { openPool, preparing } from './engine/postgres-pool.ts'
import { explainPostgres } from './postgres-start.ts'
import { postgres } from './engine/postgres.ts'
import type { Tables } from './schema/tables.ts'
import { sqlite, sqliteDialect, sqliteFileName, sqliteInMemory, sqliteReader } from './engine/sqlite.ts'

/** A database on one connection, without migrations and time-outs. */
export interface PlainDatabase {
  readonly connection: Connection
  readonly dialect: Dialect
  close(): Promise<void>
}

/** @throws StartError */
export async function connectDatabase(databaseUrl: string, dataDir: string): Promise<PlainDatabase> {
  return databaseUrl === ''
    ? plain(sqlite, sqliteDialect(join(dataDir, sqliteFileName)))
    : await connectPostgres(databaseUrl)
}

/** Null without a database of SQLite in `dataDir`. Throws StartError. */
export async function openReader(databaseUrl: string, dataDir: string): Promise<PlainDatabase | null> {
  if (databaseUrl !== '') return await connectPostgres(databaseUrl)
  const path = join(dataDir, sqliteFileName)
  return existsSync(path) ? plain(sqlite, sqliteReader(path)) : null
}

export function openInMemory(): PlainDatabase {
  return plain(sqlite, sqliteInMemory())
}

async function connectPostgres(url: string): Promise<PlainDatabase> {
  const database = plain(
    postgres,
    new PostgresDialect({ pool: await openPool(url, { ...preparing, max: 1 }) }),
  )
  try {
    await sql`select 1`.execute(database.connection)
    return database
  } catch (error) {
    await database.close()
    throw explainPostgres(error, url)
  }
}

function plain(dialect: Dialect, kyselyDialect: KyselyDialect): PlainDatabase {
  const connection = new Kysely<Tables>({ dialect: kyselyDialect })
  return { connection, dialect, close: () => connection.destroy() }
}
