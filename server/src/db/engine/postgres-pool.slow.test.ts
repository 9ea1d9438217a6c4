import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../testing/engines.ts'
import { startStallingProxy, type StallingProxy } from '../../../resilience/faults/stalling-proxy.ts'
import { DatabaseAwayError } from './database-errors.ts'
import { openPool, serving } from './postgres-pool.ts'

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')('the pool of connections', () => {
  let database: TestDatabase
  let proxy: StallingProxy
  let connection: Kysely<unknown>
  beforeEach(async () => {
    database = await createEmptyDatabase()
    proxy = await startStallingProxy(database.url)
    const limits = { ...serving, max: 1, query_timeout: 5_000, connectionTimeoutMillis: 20_000 }
    connection = new Kysely({ dialect: new PostgresDialect({ pool: await openPool(proxy.url, limits) }) })
  })
  afterEach(async () => {
    await connection.destroy()
    await proxy[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })

  const ask = () => sql`select 1`.execute(connection)

  it('does not wait for an answer that never comes, and takes another connection for the next question', async () => {
    await ask()
    proxy.stall()
    await expect(ask()).rejects.toBeInstanceOf(DatabaseAwayError)
    proxy.recover()
    await ask()
  })

  it('does not wait a second time to take back what fell silent', async () => {
    await ask()
    const change = connection.transaction().execute(async (on) => {
      proxy.stall()
      await sql`select 1`.execute(on)
    })
    await expect(change).rejects.toMatchObject({ cause: 'The connection has failed.' })
    proxy.recover()
    await ask()
  })

  it('gives every connection its limits', async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name like '%timeout%' and source = 'client' order by name`.execute(
      connection,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
      idle_in_transaction_session_timeout: 15_000,
      lock_timeout: 5_000,
      statement_timeout: 10_000,
    })
  })
})
