import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type CommitTogether, commitAlone, groupCommits } from './commit-together.ts'
import type { Connection, Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { postgres, postgresDialect } from './postgres.ts'
import type { Tables } from './schema.ts'
import { sqlite, sqliteDialect } from './sqlite.ts'

export interface Database {
  readonly connection: Connection
  readonly dialect: Dialect
  /** For writes that many people make all the time. */
  readonly commitTogether: CommitTogether
  close(): Promise<void>
}

/**
 * Opens the database, brings its schema up to date and hands it out.
 *
 * @param databaseUrl of PostgreSQL; empty means SQLite in `dataDir`
 * @throws NewerDatabaseError when a newer program has migrated it further
 */
export async function openDatabase(databaseUrl: string, dataDir: string): Promise<Database> {
  const dialect = databaseUrl === '' ? sqlite : postgres
  const kyselyDialect =
    databaseUrl === '' ? sqliteDialect(join(dataDir, 'earmark.sqlite')) : await postgresDialect(databaseUrl)
  const connection = new Kysely<Tables>({ dialect: kyselyDialect })
  await migrate(connection, dialect)
  const commitTogether = dialect === sqlite ? groupCommits(connection) : commitAlone(connection)
  return { connection, dialect, commitTogether, close: () => connection.destroy() }
}
