import type { ErrorCode } from '@earmark/contract/errors.ts'
import { DatabaseFullError } from '../../../db/engine/database-errors.ts'
import { AppError } from '../../../errors.ts'
import {
  failureReason,
  growingPauseMs,
  type Job,
  JobEnded,
  type JobKind,
  type Run,
} from '../../../jobs/job.ts'
import { importJobKind, type ImportJob } from '../import-job.ts'
import type { ImportDeps } from '../import-deps.ts'
import { findImport, listOpenImports } from '../imports.queries.ts'
import { dropBatch, layOutBatch } from '../batch-folder.ts'
import { isFolderThere } from '../library-folders.ts'
import { applyBooks } from './apply-books.ts'
import { heldLeaseMs, withHeldRun } from '../../../jobs/held-run.ts'
import { failImport, ImportFailed } from './import-progress.ts'
import { lookThrough } from './look-through.ts'

/** Imports that the command has queued, or another node, are found after this time. */
const longestSleepMs = 3_000
const mostFailures = 3
const dayMs = 86_400_000

/** A kind for each folder of this node's settings, so that imports of others are left to their nodes. */
export function createImportJobs(deps: ImportDeps): JobKind[] {
  const failures = new Map<number, number>()
  const interrupted: JobKind['onFailure'] = (error, job) => {
    deps.log.warn(failureReason(error), 'An import was interrupted; it goes on by itself.')
    return { retryAt: deps.clock() + Math.min(growingPauseMs(job.attempts), 60_000), restMs: 0 }
  }
  const shared = { leaseMs: heldLeaseMs, longestWaitMs: dayMs, longestSleepMs }
  const uploads: JobKind = {
    ...shared,
    name: importJobKind(null),
    run: (job, run) => runImport(deps, job, run, failures),
    onFailure: interrupted,
  }
  const folders = deps.config.importFolders.map((folder) => ({
    ...shared,
    name: importJobKind(folder.name),
    // Another node may have a folder that is away here.
    isReady: async () => (await isFolderThere(folder)) || (await isOverdue(deps, folder.name)),
    run: (job: Job, run: Run) => runImport(deps, job, run, failures),
    onFailure: interrupted,
  }))
  return [uploads, ...folders]
}

const othersMs = 10_000

/** Whether no other node has taken an import of a folder for a while: then this one tells that the folder is away. */
async function isOverdue({ db, clock }: ImportDeps, folderName: string): Promise<boolean> {
  if (db.dialect.engine === 'sqlite') return true
  const open = await listOpenImports(db.connection)
  return open.some((row) => row.folderName === folderName && row.startedAt <= clock() - othersMs)
}

/** @param failures unexpected ones of each import on this node */
export async function runImport(
  deps: ImportDeps,
  job: Job,
  run: Run,
  failures = new Map<number, number>(),
): Promise<void> {
  const { importId } = job.payload as ImportJob
  await withHeldRun(deps, job, run, async (held) => {
    const row = await findImport(deps.db.connection, importId)
    if (!row) return
    try {
      await layOutBatch(deps, row)
      await (row.state === 'Applying' ? applyBooks(deps, row, held) : lookThrough(deps, row, held))
      failures.delete(importId)
      await dropIfEnded(deps, importId)
    } catch (error) {
      held.signal.throwIfAborted()
      if (error instanceof JobEnded) throw error
      const count = (failures.get(importId) ?? 0) + 1
      failures.set(importId, count)
      if (!(error instanceof ImportFailed) && count < mostFailures) throw error
      if (!(error instanceof ImportFailed)) deps.log.error({ err: error }, 'an import failed')
      await failImport(deps, importId, held, codeOf(error))
    }
  })
}

/** Uploads have become books, or were none. */
async function dropIfEnded(deps: ImportDeps, importId: number): Promise<void> {
  const row = await findImport(deps.db.connection, importId)
  if (row && row.batch !== null && row.endedAt !== null) await dropBatch(deps, row)
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof ImportFailed || error instanceof AppError) return error.code
  return error instanceof DatabaseFullError ? 'InsufficientStorage' : 'InternalError'
}
