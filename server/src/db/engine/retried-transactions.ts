import { setTimeout } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'
import { TransactionConflictError } from './database-errors.ts'
import type { Tables } from '../schema/tables.ts'

const mostTries = 5
const shortestPauseMs = 10

/**
 * Conflicts alone are retried, which PostgreSQL has rolled back: a commit without an answer may have succeeded. A
 * deadlock is one of them, as a deletion takes what people have of a podcast in no fixed order. Work may run more than
 * once and changes only the database.
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
    await setTimeout(Math.random() * shortestPauseMs * 2 ** tries)
  }
}
