import { Kysely, PostgresDialect, sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../testing/engines.ts'
import type { Connection } from './engine/dialect.ts'
import { listMigrations, migrate, migrateWithin, migrationNames } from './migrate.ts'
import { openPool, preparing } from './engine/postgres-pool.ts'
import { postgres } from './engine/postgres.ts'
import type { Tables } from './schema/tables.ts'
import { sqlite, sqliteDialect } from './engine/sqlite.ts'

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
  await database[Symbol.asyncDispose]()
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

it('makes up for an earlier migration that a version between two releases did not have yet', async () => {
  await connection
    .transaction()
    .execute((transaction) => migrateWithin(transaction, dialect, migrationNames.indexOf('0017-invitations')))
  const later = migrationNames.at(-1) ?? ''
  await sql`insert into kysely_migration (name, timestamp) values (${later}, '')`.execute(connection)
  await connection
    .transaction()
    .execute((transaction) => migrateWithin(transaction, dialect, migrationNames.length - 1))
  expect(await listMigrations(connection, dialect)).toEqual(migrationNames)
  expect(await tables()).toContain('invitations')
})

it('makes jobs of the mails that wait, the newest of a purpose', async () => {
  await connection
    .transaction()
    .execute((transaction) => migrateWithin(transaction, dialect, migrationNames.indexOf('0010-jobs')))
  const user = { id: 'u1', email: 'ada@example.org', email_key: 'ada@example.org', name: 'Ada', role: 'User' }
  await sql`insert into users (id, email, email_key, name, name_sort, role, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.email_key}, ${user.name}, 'ada', ${user.role}, 1, 1)`.execute(
    connection,
  )
  const mails = [
    ['reset-password', 'ada@example.org', null, null, 5, 1],
    ['reset-password', 'ada@example.org', null, null, 7, 0],
    ['change-email', 'b@example.org', 'u1', 'b@example.org', 8, 2],
    ['change-email-notice', 'ada@example.org', 'u1', 'b@example.org', 9, 0],
  ]
  for (const [kind, email, userId, newEmail, dueAt, attempts] of mails) {
    await sql`insert into mails (kind, email, user_id, new_email, created_at, due_at, attempts)
      values (${kind}, ${email}, ${userId}, ${newEmail}, 1, ${dueAt}, ${attempts})`.execute(connection)
  }
  await migrate(connection, dialect)
  const jobs = await connection
    .selectFrom('jobs')
    .select(['kind', 'subject', 'payload', 'due_at', 'attempts'])
    .orderBy('due_at')
    .execute()
  expect(jobs.map((job) => ({ ...job, payload: JSON.parse(job.payload) as unknown }))).toEqual([
    {
      kind: 'mail',
      subject: 'reset-password ada@example.org',
      payload: { kind: 'reset-password', email: 'ada@example.org' },
      due_at: 7,
      attempts: 0,
    },
    {
      kind: 'mail',
      subject: 'change-email u1',
      payload: { kind: 'change-email', userId: 'u1', email: 'b@example.org', newEmail: 'b@example.org' },
      due_at: 8,
      attempts: 2,
    },
    {
      kind: 'mail',
      subject: null,
      payload: {
        kind: 'change-email-notice',
        userId: 'u1',
        email: 'ada@example.org',
        newEmail: 'b@example.org',
      },
      due_at: 9,
      attempts: 0,
    },
  ])
})

it('follows from now on the podcasts that a library holds, and none of single episodes', async () => {
  await connection
    .transaction()
    .execute((transaction) => migrateWithin(transaction, dialect, migrationNames.indexOf('0015-follows')))
  const run = (text: string) => sql.raw(text).execute(connection)
  await run(`insert into users (id, email, email_key, name, name_sort, role, created_at, updated_at)
    values ('u1', 'ada@example.org', 'ada@example.org', 'Ada', 'ada', 'User', 1, 1)`)
  // Of each podcast: its number of episodes, and when each of its entries was added.
  const added = [
    { episodes: 3, at: [5, 5] },
    { episodes: 3, at: [5, 6] },
    { episodes: 1, at: [7] },
    { episodes: 2, at: [5, 8] },
    { episodes: 2, at: [] },
  ]
  for (const [place, { episodes, at }] of added.entries()) {
    await run(`insert into podcasts (id, name, name_sort, created_at, updated_at)
      values (${place + 1}, 'P', 'p', 1, 1)`)
    for (let number = 1; number <= episodes; number += 1) {
      const id = place * 10 + number
      await run(`insert into episodes (id, podcast_id, number, name, is_public, public_at, created_at, updated_at)
        values (${id}, ${place + 1}, ${number}, 'E', 1, ${100 + number}, 1, 1)`)
      await run(`insert into recordings (id, episode_id) values (${id}, ${id})`)
      if (at[number - 1] !== undefined)
        await run(`insert into library_entries (user_id, recording_id, created_at)
          values ('u1', ${id}, ${at[number - 1]})`)
    }
  }
  await migrate(connection, dialect)
  const follows = connection.selectFrom('follows').orderBy('podcast_id')
  expect(await follows.select(['podcast_id', 'followed_after', 'added_until']).execute()).toEqual([
    { podcast_id: 1, followed_after: 103, added_until: 103 },
    { podcast_id: 3, followed_after: 101, added_until: 101 },
    { podcast_id: 4, followed_after: 102, added_until: 102 },
  ])
})
