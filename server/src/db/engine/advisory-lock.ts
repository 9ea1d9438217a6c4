import { Kysely, PostgresDialect, sql } from 'kysely'
import { openPool, preparing } from './postgres-pool.ts'

/** The same for all that is done in turn; any number that nobody else's program uses. */
const turn = 7_305_148_622

/** Holds PostgreSQL's lock over a connection of its own: it is given back when that ends, however that ends. */
export async function withAdvisoryLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const pool = await openPool(url, preparing)
  const database = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await database.connection().execute(async (own) => {
      await sql`select pg_advisory_lock(${sql.lit(turn)})`.execute(own)
      return await work()
    })
  } finally {
    await database.destroy()
  }
}
