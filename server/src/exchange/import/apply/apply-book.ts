import { scopeOf } from '../../../catalogue/editing/records.queries.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { AppliedRow, ApplyOptions, ImportDeps } from '../import-deps.ts'
import { changeBook } from './changed-book.ts'
import { markApplied, setMissing } from './library-books.queries.ts'
import { createBook } from './new-book.ts'
import { findSource } from './book-source.ts'

/**
 * Brings one book in: all of it in one transaction, which notes in the review that it is done. One that is done already
 * stays as it is.
 *
 * @throws ChangedSinceLook where a file is another one by now; JobEnded; AppError of the storage and of the probe
 */
export async function applyBook(deps: ImportDeps, row: AppliedRow, options: ApplyOptions): Promise<void> {
  const { audioBookId } = row.record
  if (audioBookId !== null && row.kind === 'Missing') return await missBook(deps, audioBookId, row, options)
  const source = await findSource(deps, row)
  const book = { row, source, options }
  if (audioBookId === null) await createBook(deps, book)
  else await changeBook(deps, audioBookId, book)
}

async function missBook(
  deps: ImportDeps,
  audioBookId: number,
  { id }: AppliedRow,
  { hold }: ApplyOptions,
): Promise<void> {
  const changes = [scopeOf({ kind: 'audio-book', id: audioBookId })]
  await changeCatalogue(deps, { changes }, async (transaction) => {
    await hold(transaction)
    const now = deps.clock()
    if (await markApplied(transaction, id, { audioBookId, now }))
      await setMissing(transaction, audioBookId, now)
  })
}
