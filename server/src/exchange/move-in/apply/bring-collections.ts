import { insertCollection, replaceItems } from '../../../catalogue/collections/collections.queries.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { MovedSystem } from '../library/moved-library.ts'
import type { PlannedBook, PlannedCollection } from '../plan/planned-move.ts'
import type { MoveDeps } from './move-deps.ts'
import { insertMovedRecord } from './moved-records.queries.ts'
import { descriptionOf, titleOf } from './moved-values.ts'

/** With those of their books that are here. */
export async function bringCollections(
  deps: MoveDeps,
  system: MovedSystem,
  collections: readonly PlannedCollection[],
  books: readonly PlannedBook[],
): Promise<void> {
  const ids = new Map(books.map(({ book, audioBookId }) => [book.id, audioBookId]))
  for (const { collection, state } of collections) {
    const items = [...new Set(collection.bookIds)].flatMap((id) => ids.get(id) ?? [])
    if (state !== 'New' || items.length === 0) continue
    await changeCatalogue(deps, { changes: ['collections/+'] }, async (transaction) => {
      const now = deps.clock()
      const texts = { name: titleOf(collection.name), description: descriptionOf(collection.description) }
      const created = { ...texts, place: undefined, isOnHome: false }
      const ownId = await insertCollection(transaction, created, now)
      const rows = items.map((audioBookId) => ({ audioBookId, podcastId: null }))
      await replaceItems(transaction, ownId, rows)
      const foreignId = collection.id
      await insertMovedRecord(transaction, { system, kind: 'collection', foreignId, ownId }, now)
    })
  }
}
