import { AppError, type FailureOf } from '../../../errors.ts'
import { failureReason, type JobKind } from '../../../jobs/job.ts'
import type { ImportDeps } from '../import-deps.ts'
import { countBooks } from '../import-books.queries.ts'
import {
  deleteImportsEndedBefore,
  type ImportRow,
  listLastImports,
  updateImport,
} from '../imports.queries.ts'
import { isBatchFolder } from '../batch-folder.ts'
import { findFolderSetting } from '../library-folders.ts'
import { queueLook } from './start-import.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptMs = 30 * dayMs

/** @param failure how an import that runs already is told */
export function createDailyLooks(deps: ImportDeps, failure: FailureOf<'ImportRunning'>): JobKind {
  return {
    name: 'daily looks',
    leaseMs: hourMs,
    longestWaitMs: 2 * dayMs,
    everyMs: dayMs,
    run: () => lookDaily(deps, failure),
    onFailure(error) {
      deps.log.warn(failureReason(error), 'The daily looks failed; they are tried again in an hour.')
      return { retryAt: deps.clock() + hourMs, restMs: 0 }
    },
  }
}

/** Looks through the folders whose last import waits for nobody, and forgets imports 30 days after their end. */
export async function lookDaily(deps: ImportDeps, failure: FailureOf<'ImportRunning'>): Promise<void> {
  const { connection } = deps.db
  const last = await listLastImports(connection)
  await deleteImportsEndedBefore(connection, deps.clock() - keptMs)
  // Nobody has to be woken: the nodes of the folders find it within seconds.
  const jobs = { wake: () => undefined }
  for (const row of last) {
    const setting = isBatchFolder(row.folderName) ? undefined : findFolderSetting(deps.config, row.folderName)
    if (!setting || !(await endIfSettled(deps, row))) continue
    await queueLook({ ...deps, jobs }, { setting, path: null, userId: null }, failure).catch(unlessRunning)
  }
}

/** Ends a review of what is refused or passed over alone, with nothing to be brought in. @returns whether the import has ended */
async function endIfSettled({ db: { connection }, clock }: ImportDeps, row: ImportRow): Promise<boolean> {
  if (row.endedAt !== null) return true
  if (row.state !== 'Review' || row.failure !== null) return false
  const { undecided } = await countBooks(connection, row.id)
  return (
    undecided === 0 &&
    (await updateImport(connection, row.id, ['Review'], { state: 'Done', endedAt: clock() }))
  )
}

function unlessRunning(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'ImportRunning') throw error
}
