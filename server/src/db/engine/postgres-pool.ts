import { setTimeout } from 'node:timers/promises'
import { type PostgresPool, type PostgresPoolClient, Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { DatabaseAwayError, isUnusableAfter, postgresError } from './database-errors.ts'
import type { NameOf } from './statement-names.ts'

/**
 * How long anything may take. The server gives up a statement by itself first, and the connection stays good; only
 * when nothing comes at all does ours give up, and never uses that connection again.
 */
export const serving: PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  lock_timeout: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 15_000,
}

/** Migrations take as long as they take, and wait for the node that makes them. */
export const preparing: PoolConfig = { max: 2, connectionTimeoutMillis: 5_000 }

/** Connections to PostgreSQL that this node holds. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
}

/** `pg` is loaded only where it is used: SQLite starts without it. */
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
  // A connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return named(pool, nameOf)
}

const int8 = 20

/** How long the end waits for connections to be closed at their other end. */
const farewellMs = 2_000

/** The pool as Kysely uses it, its failures by their meaning. */
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

/** What is wrong with an address, such as a certificate that is not there, is thrown at once, before any promise. */
async function connectOne(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw postgresError(error)
  }
}

function namedClient(client: PoolClient, nameOf: NameOf): PostgresPoolClient {
  let isUnusable = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    // Whatever is asked after an answer that never came, such as a rollback, would wait behind it.
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

/** Any number that no other program on this database uses. */
const advisoryLockKey = 7_305_148_622

/** Runs `work` under a session lock of a connection of its own, which ends with the connection. */
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
