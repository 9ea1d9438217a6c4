import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

export interface Window {
  readonly count: number
  /** Epoch milliseconds. */
  readonly resetsAt: number
}

/**
 * Adds `amount` to the count of a key, in a window that begins with the first. One statement: nodes may race. A window
 * that ends later than twice its length from now is from before the clock was set back.
 */
export async function countUp(
  connection: Connection,
  { key, amount, windowMs }: { key: string; amount: number; windowMs: number },
  now: number,
): Promise<Window> {
  const isOver = sql`(rate_limits.resets_at <= ${now} or rate_limits.resets_at > ${now + 2 * windowMs})`
  const row = await connection
    .insertInto('rate_limits')
    .values({ key, count: amount, resets_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then ${amount} else rate_limits.count + ${amount} end`,
        resets_at: sql<number>`case when ${isOver} then ${now + windowMs} else rate_limits.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, resetsAt: row.resets_at }
}

/** The present window of a key. */
export async function findWindow(
  connection: Connection,
  key: string,
  now: number,
): Promise<Window | undefined> {
  const row = await connection
    .selectFrom('rate_limits')
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .select(['count', 'resets_at'])
    .executeTakeFirst()
  return row && { count: row.count, resetsAt: row.resets_at }
}

export async function deletePastWindows(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom('rate_limits').where('resets_at', '<=', now).execute()
}
