import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/engines.ts'
import type { Database } from '../database.ts'
import { DuplicateKeyError } from './database-errors.ts'
import type { Connection } from './dialect.ts'

let db: Database & AsyncDisposable
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(async () => await db[Symbol.asyncDispose]())

async function insert(transaction: Connection, name: string): Promise<string> {
  await transaction.insertInto('milestones').values({ name, reached_at: 1 }).execute()
  return name
}

async function names(): Promise<string[]> {
  const rows = await db.connection.selectFrom('milestones').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

const settle = async (writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason))

describe('writes that arrive together', () => {
  it('are each told what they wrote', async () => {
    const wanted = Array.from({ length: 300 }, (_, place) => `m${String(place).padStart(3, '0')}`)
    const written = await Promise.all(wanted.map((name) => db.groupCommit((on) => insert(on, name))))
    expect(written).toEqual(wanted)
    expect(await names()).toEqual(wanted)
  })

  it('do not fail with the one that fails', async () => {
    const outcomes = await settle(
      ['a', 'b', 'a', 'c'].map((name) => db.groupCommit((on) => insert(on, name))),
    )
    expect(outcomes.filter((outcome) => typeof outcome === 'string').toSorted()).toEqual(['a', 'b', 'c'])
    expect(outcomes.filter((outcome) => outcome instanceof DuplicateKeyError)).toHaveLength(1)
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  it('leave nothing of the one that fails half way', async () => {
    const half = async (on: Connection) => {
      await insert(on, 'half')
      throw new Error('Half way.')
    }
    const outcomes = await settle([
      db.groupCommit((on) => insert(on, 'a')),
      db.groupCommit(half),
      db.groupCommit((on) => insert(on, 'b')),
    ])
    expect(outcomes).toEqual(['a', new Error('Half way.'), 'b'])
    expect(await names()).toEqual(['a', 'b'])
  })

  it('wait for whoever writes already, and go on after it', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const long = db.connection.transaction().execute(async (on) => {
      await insert(on, 'first')
      await held
    })
    const waiting = ['a', 'b'].map((name) => db.groupCommit((on) => insert(on, name)))
    letGo()
    await long
    expect(await Promise.all(waiting)).toEqual(['a', 'b'])
    expect(await db.groupCommit((on) => insert(on, 'c'))).toBe('c')
    expect(await names()).toEqual(['a', 'b', 'c', 'first'])
  })

  it('all learn that the database is away', async () => {
    const other = await openTestDatabase()
    await other[Symbol.asyncDispose]()
    const outcomes = await settle(['a', 'b'].map((name) => other.groupCommit((on) => insert(on, name))))
    expect(outcomes).toEqual([expect.any(Error), expect.any(Error)])
  })
})

it.runIf(process.env.EARMARK_TEST_ENGINE !== 'postgres')('share one transaction on SQLite', async () => {
  const transactions = new Set<Connection>()
  const write = async (on: Connection, name: string) => {
    transactions.add(on)
    await insert(on, name)
  }
  await Promise.all(['a', 'b', 'c'].map((name) => db.groupCommit((on) => write(on, name))))
  expect(transactions.size).toBe(1)
})
