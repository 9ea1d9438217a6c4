import { AppError, type FailureOf } from '../../../errors.ts'
import { failureReason, type JobKind } from '../../../jobs/job.ts'
import type { ImportDeps } from '../import-deps.ts'
import { deleteImportsEndedBefore, listLastImports } from '../imports.queries.ts'
import { isBatchFolder } from '../batch-folder.ts'
import { findFolderSetting } from '../library-folders.ts'
import { queueLook } from './start-import.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptMs = 30 * dayMs

/**
 * Looks daily through the folders whose last look has ended, and forgets imports 30 days after their end.
 *
 * @param failure how an import that runs already is told
 */
export function createDailyLooks(deps: ImportDeps, failure: FailureOf<'ImportRunning'>): JobKind {
  return {
    name: 'daily looks',
    leaseMs: hourMs,
    longestWaitMs: 2 * dayMs,
    everyMs: dayMs,
    async run() {
      const { connection } = deps.db
      const ended = (await listLastImports(connection)).filter(({ endedAt }) => endedAt !== null)
      await deleteImportsEndedBefore(connection, deps.clock() - keptMs)
      // Nobody has to be woken: the nodes of the folders find it within seconds.
      const jobs = { wake: () => undefined }
      for (const { folderName } of ended) {
        const setting = isBatchFolder(folderName) ? undefined : findFolderSetting(deps.config, folderName)
        const look = setting && queueLook({ ...deps, jobs }, { setting, path: null, userId: null }, failure)
        await look?.catch(unlessRunning)
      }
    },
    onFailure(error) {
      deps.log.warn(failureReason(error), 'The daily looks failed; they are tried again in an hour.')
      return { retryAt: deps.clock() + hourMs, restMs: 0 }
    },
  }
}

function unlessRunning(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'ImportRunning') throw error
}
