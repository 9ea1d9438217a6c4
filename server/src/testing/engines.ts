import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { openDatabase, type Database } from '../db/database.ts'
import type { Connection } from '../db/engine/dialect.ts'

/** A database for one test server: nothing to make for SQLite, one of its own in the cluster for PostgreSQL. */
export interface TestDatabase extends AsyncDisposable {
  /** Empty for SQLite. */
  readonly url: string
}

/** What a program finds that starts for the first time. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return process.env.EARMARK_TEST_ENGINE === 'postgres' ? await createIn(postgresCluster()) : inDataFolder
}

let migratedFile: Promise<Buffer> | null = null

/** One whose schema is up to date: a copy, because migrating each anew would take most of the time of many tests. */
export async function createMigratedDatabase(dataDir: string): Promise<TestDatabase> {
  if (process.env.EARMARK_TEST_ENGINE === 'postgres')
    return await createIn(postgresCluster(), process.env.EARMARK_TEST_TEMPLATE)
  migratedFile ??= migrateFile()
  await writeFile(join(dataDir, sqliteFile), await migratedFile, { mode: 0o600 })
  return inDataFolder
}

const sqliteFile = 'earmark.sqlite'
const inDataFolder: TestDatabase = { url: '', [Symbol.asyncDispose]: async () => undefined }

async function migrateFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-migrated-'))
  const db = await openDatabase('', folder)
  await db.close()
  const content = await readFile(join(folder, sqliteFile))
  await rm(folder, { recursive: true })
  return content
}

function postgresCluster(): string {
  const url = process.env.EARMARK_TEST_DATABASE_URL
  if (!url) throw new Error('EARMARK_TEST_DATABASE_URL is not set: is the PostgreSQL cluster running?')
  return url
}

/** @param template the name of a database to copy */
export async function createIn(clusterUrl: string, template = 'template1'): Promise<TestDatabase> {
  const name = `earmark_${randomUUID().replaceAll('-', '')}`
  const administrator = await administratorOf(clusterUrl)
  const { rows } = await administrator.query('show server_version_num')
  // Copied as files, it passes by the log of writes; before version 15 nothing else was known.
  const strategy = Number(rows[0].server_version_num) < 150_000 ? '' : 'strategy file_copy'
  await administrator.query(`create database ${name} template ${template} ${strategy}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await (await administratorOf(clusterUrl)).query(`drop database ${name} with (force)`)
    },
  }
}

/** One statement outside any transaction. */
export async function administer(databaseUrl: string, statement: string): Promise<void> {
  const client = await connect(databaseUrl)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const administrators = new Map<string, Promise<Client>>()

/** A connection that is kept, since to make one takes as long as what is asked. It keeps no process from its end. */
function administratorOf(databaseUrl: string): Promise<Client> {
  const kept = administrators.get(databaseUrl)
  if (kept) return kept
  const forget = () => administrators.delete(databaseUrl)
  const administrator = connect(databaseUrl)
  administrators.set(databaseUrl, administrator)
  administrator.then((client) => {
    client.on('error', forget)
    // Missing in the types of pg.
    ;(client as Client & { unref(): void }).unref()
  }, forget)
  return administrator
}

async function connect(databaseUrl: string): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

/** A fresh database of the engine under test, without a server. */
export async function openTestDatabase(): Promise<Database & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-test-'))
  const database = await createMigratedDatabase(dataDir)
  const db = await openDatabase(database.url, dataDir)
  return {
    ...db,
    async [Symbol.asyncDispose]() {
      await db.close()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Every row of every table, as text; but for the indexes of the search, whose rows are those of no record. */
export async function listRows(connection: Connection): Promise<Set<string>> {
  const tables = await connection.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('search_'))
  const listed = names.map(async (name) => {
    const query = connection.selectFrom(name as 'users').selectAll()
    return [name, ...(await query.execute()).map((row) => `${name} ${JSON.stringify(row)}`)]
  })
  return new Set((await Promise.all(listed)).flat())
}
