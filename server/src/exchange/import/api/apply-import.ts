import type { ImportApplication } from '@earmark/contract/imports.ts'
import type { FailureOf } from '../../../errors.ts'
import { importJobKind, queueImport } from '../import-job.ts'
import { findImport, type ImportRow, updateImport } from '../imports.queries.ts'
import { findReviewed } from '../review/change-book.ts'
import type { StartDeps } from './start-import.ts'

/** Queues the bringing in of books of an import that waits for its review. */
export async function applyImport(
  { db, clock, jobs }: Pick<StartDeps, 'db' | 'clock' | 'jobs'>,
  id: number,
  application: ImportApplication & { readonly userId: string | null },
  failure: FailureOf<'NotFound' | 'ImportNotReady'>,
): Promise<ImportRow> {
  const { bookIds = null, all = false, withoutWarningsOnly = false, publish = false, userId } = application
  const row = await db.connection.transaction().execute(async (transaction) => {
    const reviewed = await findReviewed(transaction, id, failure)
    const options = {
      ...reviewed.options,
      application: { bookIds, isAll: all, isWithoutWarningsOnly: withoutWarningsOnly, publish, userId },
    }
    await updateImport(transaction, id, ['Review'], { state: 'Applying', options })
    await queueImport(transaction, reviewed, clock())
    const applied = await findImport(transaction, id)
    if (!applied) throw failure('NotFound')
    return applied
  })
  jobs.wake(importJobKind(row.folderName))
  return row
}
