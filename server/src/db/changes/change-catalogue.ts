import type { Connection } from '../engine/dialect.ts'
import type { Database } from '../database.ts'
import type { Changes } from './changes.ts'
import { lockCatalogue } from './catalogue-lock.queries.ts'

/**
 * Every change of the catalogue: one transaction, one after another. A record is found by its own texts and by the
 * names of its creators, so two changes at once, of a book and of its reader, could each index what the other has
 * just replaced. Editors are few and files arrive before the transaction, so nobody waits for long.
 */
export async function changeCatalogue<T>(
  deps: { db: Database; clock: () => number; changes: Changes },
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await deps.db.connection.transaction().execute(async (transaction) => {
      await lockCatalogue(transaction, deps.clock())
      await deps.db.dialect.announceChange(transaction)
      return await work(transaction)
    })
  } finally {
    // Also when it failed: a commit may have been made whose answer was lost.
    deps.changes.catalogueChanged()
  }
}
