import type { Connection } from '../../../db/engine/dialect.ts'
import type { FailureOf } from '../../../errors.ts'
import type { ImportDeps } from '../import-deps.ts'
import { dropBatch } from '../batch-folder.ts'
import { endImportJob } from '../import-job.ts'
import { deleteImport, findImport, type ImportRow, openStates, updateImport } from '../imports.queries.ts'

type EndDeps = Pick<ImportDeps, 'db' | 'clock'>

/** Stops an import, whose run hears of it at its next file or book; one that has ended stays as it is. */
export async function cancelImport(
  { db, clock }: EndDeps,
  id: number,
  failure: FailureOf<'NotFound'>,
): Promise<ImportRow> {
  return await db.connection.transaction().execute(async (transaction) => {
    const row = await endRun(transaction, id)
    if (!row) throw failure('NotFound')
    await updateImport(transaction, id, openStates, { state: 'Cancelled', endedAt: clock() })
    const cancelled = await findImport(transaction, id)
    if (!cancelled) throw failure('NotFound')
    return cancelled
  })
}

/** With what is left of its uploads. */
export async function removeImport(
  deps: EndDeps & Pick<ImportDeps, 'config' | 'storage'>,
  id: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const row = await deps.db.connection.transaction().execute(async (transaction) => {
    const removed = await endRun(transaction, id)
    if (!removed || !(await deleteImport(transaction, id))) throw failure('NotFound')
    return removed
  })
  await dropBatch(deps, row)
}

/** A run's writes hold its job first, so nothing of it follows. */
async function endRun(transaction: Connection, id: number): Promise<ImportRow | undefined> {
  const row = await findImport(transaction, id)
  if (row) await endImportJob(transaction, row)
  return row
}
