import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type GroupCommit, commitSeparately, createGroupCommit } from './engine/group-commit.ts'
import type { Connection, Dialect } from './engine/dialect.ts'
import { migrate } from './migrate.ts'
import { postgres } from './engine/postgres.ts'
import { openPool, type PoolState, serving, withAdvisoryLock as lockOn } from './engine/postgres-pool.ts'
import { preparePostgres } from './postgres-start.ts'
import { RetriedTransactions } from './engine/retried-transactions.ts'
import type { Tables } from './schema/tables.ts'
import { createStatementNames } from './engine/statement-names.ts'
import { servingPatienceMs } from './engine/sqlite-driver.ts'
import { sqlite, sqliteDialect, sqliteFileName, sqliteReader } from './engine/sqlite.ts'

export interface Snapshot extends AsyncDisposable {
  readonly connection: Connection
}

export interface Database {
  readonly connection: Connection
  readonly dialect: Dialect
  /** For small frequent writes: concurrent ones share a commit. */
  readonly groupCommit: GroupCommit
  /** The same for work of a single statement, which PostgreSQL commits in one round trip. */
  readonly commitStatement: GroupCommit
  /** A read-only transaction with repeatable read. */
  readonly snapshot: () => Promise<Snapshot>
  /** Runs `work` on one node at a time; the lock ends with its node. */
  readonly withAdvisoryLock: <T>(work: () => Promise<T>) => Promise<T>
  /** Null for SQLite. */
  readonly pool: PoolState | null
  close(): Promise<void>
}

/** SQLite in `dataDir` for an empty URL. Throws StartError, NewerDatabaseError. */
export async function openDatabase(databaseUrl: string, dataDir: string): Promise<Database> {
  return databaseUrl === ''
    ? await openSqlite(join(dataDir, sqliteFileName))
    : await openPostgres(databaseUrl)
}

async function openSqlite(path: string): Promise<Database> {
  const connection = new Kysely<Tables>({ dialect: sqliteDialect(path) })
  await migrate(connection, sqlite)
  await sql`pragma busy_timeout = ${sql.lit(servingPatienceMs)}`.execute(connection)
  const groupCommit = createGroupCommit(connection)
  const withAdvisoryLock = <T>(work: () => Promise<T>) => work()
  // A transaction on the writing connection would block all others.
  const snapshot = async () => {
    const reader = new Kysely<Tables>({ dialect: sqliteReader(path) })
    return await takeSnapshot(reader, () => reader.destroy())
  }
  return {
    connection,
    dialect: sqlite,
    groupCommit,
    commitStatement: groupCommit,
    snapshot,
    withAdvisoryLock,
    pool: null,
    close: () => connection.destroy(),
  }
}

async function openPostgres(url: string): Promise<Database> {
  await preparePostgres(url)
  const pool = await openPool(url, serving, createStatementNames())
  const connection = new RetriedTransactions({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await connection.destroy()
    // Kysely ends a pool only when it was used.
    await pool.end()
  }
  const withAdvisoryLock = <T>(work: () => Promise<T>) => lockOn(url, work)
  return {
    connection,
    dialect: postgres,
    groupCommit: commitSeparately(connection),
    commitStatement: (work) => work(connection),
    snapshot: () => takeSnapshot(connection),
    withAdvisoryLock,
    pool,
    close,
  }
}

async function takeSnapshot(connection: Connection, close?: () => Promise<void>): Promise<Snapshot> {
  const transaction = await connection
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  return {
    connection: transaction,
    async [Symbol.asyncDispose]() {
      await transaction.rollback().execute()
      await close?.()
    },
  }
}

export async function pingDatabase(connection: Connection): Promise<void> {
  await sql`select 1`.execute(connection)
}
