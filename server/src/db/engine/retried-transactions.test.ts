import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/engines.ts'
import type { Database } from '../database.ts'
import { DatabaseAwayError, TransactionConflictError } from './database-errors.ts'
import type { Connection } from './dialect.ts'

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')('a transaction on PostgreSQL', () => {
  let db: Database & AsyncDisposable
  beforeEach(async () => {
    db = await openTestDatabase()
  })
  afterEach(async () => await db[Symbol.asyncDispose]())

  const count = async (on: Connection) => (await on.selectFrom('milestones').select('name').execute()).length
  const insert = (on: Connection, name: string) =>
    on.insertInto('milestones').values({ name, reached_at: 1 }).execute()
  const serializable = (on: Connection) => sql`set transaction isolation level serializable`.execute(on)

  it('runs again, whole, when another one came between', async () => {
    const seen: number[] = []
    const { promise: bothHaveRead, resolve } = Promise.withResolvers<void>()
    const countAndInsert = (name: string) =>
      db.connection.transaction().execute(async (on) => {
        await serializable(on)
        const found = await count(on)
        if (seen.push(found) === 2) resolve()
        await bothHaveRead
        await insert(on, `${name} after ${found}`)
      })
    await Promise.all([countAndInsert('one'), countAndInsert('other')])
    expect(seen.toSorted((one, other) => one - other)).toEqual([0, 0, 1])
    expect(await count(db.connection)).toBe(2)
  })

  it('runs again after a deadlock', async () => {
    await Promise.all(['one', 'other'].map((name) => insert(db.connection, name)))
    const hold = (on: Connection, name: string) =>
      sql`select name from milestones where name = ${name} for update`.execute(on)
    const { promise: bothHold, resolve } = Promise.withResolvers<void>()
    let held = 0
    const holdBoth = (names: readonly [string, string]) =>
      db.connection.transaction().execute(async (on) => {
        await hold(on, names[0])
        held += 1
        if (held === 2) resolve()
        await bothHold
        await hold(on, names[1])
      })
    await Promise.all([holdBoth(['one', 'other']), holdBoth(['other', 'one'])])
    expect(held).toBe(3)
  })

  it.each(['40001', '40P01'])(
    'gives up when it never succeeds for %s; the database counts as away',
    async (state) => {
      let tries = 0
      const never = db.connection.transaction().execute(async (on) => {
        tries += 1
        await sql`do $$ begin raise exception using errcode = ${sql.lit(state)}; end $$`.execute(on)
      })
      await expect(never).rejects.toBeInstanceOf(TransactionConflictError)
      await expect(never).rejects.toBeInstanceOf(DatabaseAwayError)
      expect(tries).toBe(5)
    },
  )

  it.each(['57014', '55P03', '23514'])('does not run again after %s', async (state) => {
    let tries = 0
    const failing = db.connection.transaction().execute(async (on) => {
      tries += 1
      await sql`do $$ begin raise exception using errcode = ${sql.lit(state)}; end $$`.execute(on)
    })
    await expect(failing).rejects.toThrow()
    expect(tries).toBe(1)
  })
})
