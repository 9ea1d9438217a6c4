import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/engines.ts'
import { type Database, openDatabase } from '../database.ts'
import type { Connection } from './dialect.ts'
import { sqliteFileName } from './sqlite.ts'

let db: Database & AsyncDisposable
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(async () => await db[Symbol.asyncDispose]())

async function insert(connection: Connection, name: string): Promise<void> {
  await connection.insertInto('milestones').values({ name, reached_at: 1 }).execute()
}

async function names(connection = db.connection): Promise<string[]> {
  const rows = await connection.selectFrom('milestones').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

it('others read what was there before while a transaction is in progress', async () => {
  await insert(db.connection, 'a')
  await db.connection.transaction().execute(async (transaction) => {
    await insert(transaction, 'b')
    expect(await Promise.all([names(), names(), names(transaction)])).toEqual([['a'], ['a'], ['a', 'b']])
  })
  expect(await names()).toEqual(['a', 'b'])
})

it('a write beside a transaction is not part of it', async () => {
  const outcome = { beside: Promise.resolve() }
  const failing = db.connection.transaction().execute(async (transaction) => {
    await insert(transaction, 'within')
    outcome.beside = insert(db.connection, 'beside')
    await names()
    throw new Error('Taken back.')
  })
  await expect(failing).rejects.toThrow('Taken back.')
  await outcome.beside
  expect(await names()).toEqual(['beside'])
})

it('a transaction that fails lets others write', async () => {
  const orphan = { recording_id: 1, ordinal: 0, media_id: 1, duration_ms: 1, title: null }
  const failing = db.connection
    .transaction()
    .execute((transaction) => transaction.insertInto('recording_files').values(orphan).execute())
  await expect(failing).rejects.toThrow()
  await insert(db.connection, 'a')
  await db.connection.transaction().execute((transaction) => insert(transaction, 'b'))
  expect(await names()).toEqual(['a', 'b'])
})

it.runIf(process.env.EARMARK_TEST_ENGINE === 'sqlite')(
  'the commit of a long transaction leaves the checkpoint of the log to the next commit',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earmark-test-'))
    const sqlite = await openDatabase('', folder)
    const size = async () => (await stat(join(folder, sqliteFileName))).size
    const before = await size()
    await sqlite.connection.transaction().execute(async (transaction) => {
      for (let row = 0; row < 300; row += 1) await insert(transaction, `${row}`.padEnd(20_000))
    })
    expect(await size()).toBe(before)
    await insert(sqlite.connection, 'next')
    expect(await size()).toBeGreaterThan(before)
    await sqlite.close()
    await rm(folder, { recursive: true })
  },
)
