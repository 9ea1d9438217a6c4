import { fieldNames } from '@earmark/contract/planner/plan-input.ts'
import type { FastifyRequest } from 'fastify'
import type { Connection } from '../../db/engine/dialect.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { type BookState, listBookStates } from './book-values.queries.ts'
import { insertHandFields, listImportedIds } from './field-sources.queries.ts'

/** What a change is made with: the account that makes it, and the time. */
export interface EditingDeps {
  /** Absent where no account is there, as for commands. */
  readonly editorId?: string
  /** Epoch milliseconds. */
  readonly clock: () => number
}

export function editedBy<Deps>(deps: Deps, request: FastifyRequest): Deps & { readonly editorId: string } {
  return { ...deps, editorId: viewerOf(request).userId }
}

/**
 * Runs an editor's change in its transaction: each field of imported audio books that it changes, clearing ones too, is
 * the editor's from then on, and no file changes it. Of books without files nothing is kept.
 *
 * @param ids the audio books that the change may concern
 */
export async function lockChangedFields<T>(
  { editorId, clock }: EditingDeps,
  transaction: Connection,
  ids: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  const edit = { userId: editorId ?? null, now: clock() }
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
