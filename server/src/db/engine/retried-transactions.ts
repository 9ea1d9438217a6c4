import { setTimeout } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'
import { TransactionConflictError } from './database-errors.ts'
import type { Tables } from './schema.ts'

const mostTries = 5
const shortestPauseMs = 10

/**
 * A connection whose transactions run again, from their beginning, when PostgreSQL gives one up because another one
 * came between (SQLSTATE 40001). Only there is it known that nothing was done and that the same may succeed at once.
 * Nothing else is tried again: a commit whose answer was lost may have been made, and whoever meets a deadlock has
 * locked in another order than everybody else, which a second try would hide.
 *
 * What runs in a transaction may hence run more than once; it changes nothing but the database.
 */
export class RetriedTransactions extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => retried(() => execute(work))
    return builder
  }
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof TransactionConflictError) || tries === mostTries) throw error
    }
    // Those who met part by chance, or they would meet again.
    await setTimeout(Math.random() * shortestPauseMs * 2 ** tries)
  }
}
