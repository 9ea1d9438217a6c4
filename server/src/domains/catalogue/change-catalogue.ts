import type { Connection } from '../../db/dialect.ts'
import type { CatalogueDeps } from '../../deps.ts'
import { lockCatalogue } from './catalogue-lock.queries.ts'

/**
 * Every change of the catalogue: one transaction, one after another. A record is found by its own texts and by the
 * names of its creators, so two changes at once, of a book and of its reader, could each index what the other has
 * just replaced. Editors are few and files arrive before the transaction, so nobody waits for long.
 */
export async function changeCatalogue<T>(
  deps: Pick<CatalogueDeps, 'db' | 'clock' | 'changes'>,
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
