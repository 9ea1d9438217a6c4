import { fieldNames } from '@earmark/contract/planner/plan-input.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type BookState, listBookStates } from './book-values.queries.ts'
import { type HandEdit, insertHandFields, listImportedIds } from './field-sources.queries.ts'

/**
 * Runs an editor's change in its transaction: each field of imported audio books that it changes, clearing ones too, is
 * the editor's from then on, and no file changes it. Of books without files nothing is kept.
 *
 * @param ids the audio books that the change may concern
 */
export async function lockChangedFields<T>(
  transaction: Connection,
  ids: readonly number[],
  edit: HandEdit,
  work: () => Promise<T>,
): Promise<T> {
  const imported = ids.length === 0 ? [] : await listImportedIds(transaction, ids)
  if (imported.length === 0) return await work()
  const before = new Map((await listBookStates(transaction, imported)).map((book) => [book.id, book]))
  const result = await work()
  for (const after of await listBookStates(transaction, imported)) {
    const known = before.get(after.id)
    if (known) await insertHandFields(transaction, after.id, changedFields(known, after), edit)
  }
  return result
}

/** Without a series a sequence has no place: who takes the one away takes the other. */
function changedFields(before: BookState, after: BookState) {
  const changed = fieldNames.filter((field) => before.marks[field] !== after.marks[field])
  const isOutOfSeries = changed.includes('series') && after.values.series === null
  return isOutOfSeries && !changed.includes('sequence') ? [...changed, 'sequence' as const] : changed
}
