import type { CoreDeps } from '../../deps.ts'
import { AppError, AppErrors } from '../../errors.ts'
import { failureReason, growingPauseMs, type Job, type JobKind, type Run } from '../../jobs/job.ts'
import type { AddFeed } from './add-feed.ts'
import * as imports from './source-imports.queries.ts'

export const sourceImportJob = 'source import'

type ImportDeps = Pick<CoreDeps, 'db' | 'clock' | 'log'>

const leaseMs = 5 * 60_000
const dayMs = 86_400_000
const keptMs = 30 * dayMs
const mostFailures = 3

/** Adds the feeds of a list one by one; another node, or this one after a restart, goes on where it stood. */
export function createSourceImports(deps: ImportDeps, addFeed: AddFeed): JobKind {
  return {
    name: sourceImportJob,
    leaseMs,
    longestWaitMs: dayMs,
    longestSleepMs: 10_000,
    run: (job, run) => runImport(deps, addFeed, job, run),
    onFailure(error, job) {
      deps.log.warn(failureReason(error), 'An import of feeds was interrupted; it goes on by itself.')
      return { retryAt: deps.clock() + Math.min(growingPauseMs(job.attempts), 60_000), restMs: 0 }
    },
  }
}

async function runImport(
  { db: { connection }, clock }: ImportDeps,
  addFeed: AddFeed,
  job: Job,
  run: Run,
): Promise<void> {
  const { importId } = job.payload as { readonly importId: number }
  const found = await imports.findImport(connection, importId)
  if (!found) return
  for (;;) {
    run.signal.throwIfAborted()
    const item = await imports.findWaitingItem(connection, importId)
    if (!item) break
    const outcome = await outcomeOf(addFeed, { url: item.url, userId: found.user_id }, job.attempts)
    await imports.setItemOutcome(connection, importId, item.ordinal, outcome)
    await run.report({ ordinal: item.ordinal })
  }
  const now = clock()
  await imports.endImport(connection, importId, now)
  await imports.deleteImportsBefore(connection, now - keptMs)
}

async function outcomeOf(
  addFeed: AddFeed,
  feed: { readonly url: string; readonly userId: string },
  attempts: number,
): Promise<imports.ItemOutcome> {
  if (!/^https?:\/\//i.test(feed.url)) return failed('This address is not allowed.')
  try {
    const { podcastId, isNew } = await addFeed(feed)
    return { state: isNew ? 'added' : 'known', podcastId, error: null }
  } catch (error) {
    if (error instanceof AppError || error instanceof AppErrors) return failed(error.message)
    // A feed that ends every run must not keep the others from their turn.
    if (attempts <= mostFailures) throw error
    return failed('The feed could not be read.')
  }
}

const failed = (error: string): imports.ItemOutcome => ({ state: 'failed', podcastId: null, error })
