import { Kysely, PostgresDialect, sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../testing/engines.ts'
import type { Connection } from './dialect.ts'
import { listMigrations, migrate, migrationNames } from './migrate.ts'
import { openPool, preparing } from './postgres-pool.ts'
import { postgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { sqlite, sqliteDialect } from './sqlite.ts'

let dataDir: string
let database: TestDatabase
let connection: Connection
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earmark-migrate-'))
  database = await createEmptyDatabase()
  connection = await open()
})
afterEach(async () => {
  await connection.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const dialect = process.env.EARMARK_TEST_ENGINE === 'postgres' ? postgres : sqlite

async function open(): Promise<Connection> {
  const kyselyDialect =
    database.url === ''
      ? sqliteDialect(join(dataDir, 'earmark.sqlite'))
      : new PostgresDialect({ pool: await openPool(database.url, preparing) })
  return new Kysely<Tables>({ dialect: kyselyDialect })
}

async function tables(): Promise<string[]> {
  return (await connection.introspection.getTables()).map(({ name }) => name).toSorted()
}

it('leaves nothing of a migration that was interrupted, and makes all of it at the next start', async () => {
  // What stands in the way of the last one stops it when all the others are made.
  await sql`create table positions (id integer)`.execute(connection)
  await expect(migrate(connection, dialect)).rejects.toThrow()
  expect(await tables()).toEqual(['positions'])
  await sql`drop table positions`.execute(connection)
  await migrate(connection, dialect)
  expect(await listMigrations(connection, dialect)).toEqual(migrationNames)
})

it('lets several start at once', async () => {
  const other = database.url === '' ? connection : await open()
  await Promise.all([migrate(connection, dialect), migrate(other, dialect), migrate(connection, dialect)])
  expect(await listMigrations(connection, dialect)).toEqual(migrationNames)
  if (other !== connection) await other.destroy()
})
