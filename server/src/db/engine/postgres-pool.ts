import { setTimeout } from 'node:timers/promises'
import { type PostgresPool, type PostgresPoolClient, Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { DatabaseAwayError, isUnusableAfter, postgresError } from './database-errors.ts'
import type { NameOf } from './statement-names.ts'

/** The server's statement time-out comes first and leaves the connection usable. */
export const serving: PoolConfig = {
  max: 12,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  lock_timeout: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 15_000,
}

export const preparing: PoolConfig = { max: 2, connectionTimeoutMillis: 5_000 }

export interface PoolState {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export async function openPool(
  url: string,
  limits: PoolConfig,
  nameOf: NameOf = () => undefined,
): Promise<PostgresPool & PoolState> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(int8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'earmark',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...limits,
  })
  // Broken connections are replaced at the next query; an unhandled 'error' would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return named(pool, nameOf)
}

const int8 = 20

const farewellMs = 2_000

function named(pool: Pool, nameOf: NameOf): PostgresPool & PoolState {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  let ended: Promise<void> | null = null
  return {
    ...({ options: pool.options } as object),
    get open() {
      return pool.totalCount
    },
    get idle() {
      return pool.idleCount
    },
    get waiting() {
      return pool.waitingCount
    },
    connect: async () => {
      const client = await connectOne(pool)
      const known = clients.get(client) ?? namedClient(client, nameOf)
      clients.set(client, known)
      return known
    },
    end: () => (ended ??= Promise.race([pool.end(), setTimeout(farewellMs, undefined, { ref: false })])),
  } as PostgresPool & PoolState
}

/** `pg` throws synchronously on bad addresses, such as a missing certificate. */
async function connectOne(pool: Pool): Promise<PoolClient> {
  const startedAt = performance.now()
  try {
    return await pool.connect()
  } catch (error) {
    const { connectionTimeoutMillis = Number.POSITIVE_INFINITY } = pool.options
    const isLate = performance.now() - startedAt > connectionTimeoutMillis - timerLeewayMs
    throw postgresError(isLate && !hasCode(error) ? new LateConnectionError(error) : error)
  }
}

/** Timers may be that early. */
const timerLeewayMs = 20

/** What `pg` gives up after `connectionTimeoutMillis`, which it tells in words only. */
class LateConnectionError extends Error {
  readonly code = 'ETIMEDOUT'
  constructor(cause: unknown) {
    super('The connection took too long.', { cause })
  }
}

function hasCode(error: unknown): boolean {
  return (error as { code?: string }).code !== undefined
}

function namedClient(client: PoolClient, nameOf: NameOf): PostgresPoolClient {
  let isUnusable = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (isUnusable) throw new DatabaseAwayError('The connection has failed.')
    try {
      return await client.query({ name: nameOf(text), text, values: [...parameters] })
    } catch (error) {
      isUnusable = isUnusableAfter(error)
      throw postgresError(error)
    }
  }
  const release = (isBroken = false) => client.release(isBroken || isUnusable)
  return { query, release } as unknown as PostgresPoolClient
}

const advisoryLockKey = 7_305_148_622

/** The lock ends with its connection. */
export async function withAdvisoryLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const pool = await openPool(url, preparing)
  const database = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await database.connection().execute(async (own) => {
      await sql`select pg_advisory_lock(${sql.lit(advisoryLockKey)})`.execute(own)
      return await work()
    })
  } finally {
    await database.destroy()
  }
}
