import type { Connection } from '../../../db/engine/dialect.ts'
import { AppError } from '../../../errors.ts'
import { EgressError } from '../../../egress/egress.ts'
import { withHeldRun, heldLeaseMs } from '../../../jobs/held-run.ts'
import { failureReason, growingPauseMs, type Job, type JobKind, type Run } from '../../../jobs/job.ts'
import { insertJob, insertMissingJobs } from '../../../jobs/jobs.queries.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { findSource } from '../source/sources.queries.ts'
import { fetchRecording, releaseRecordings } from './fetch-recording.ts'
import { findKeepable, listKeepableItems, listUses, setRefused } from './keep.queries.ts'
import { givenUp, planKeeping } from './keep-plan.ts'
import { OriginFailure } from './resumed-download.ts'

/** What keeps the recordings of sources here, as their policies say (0065). */

export const keepingJob = 'keeping recordings'
export const fetchJob = 'recording fetch'

const dayMs = 86_400_000
const longestSleepMs = 10_000
const fetchesAtOnce = 2
/** Of one address; then it is told as refused. */
const mostFailures = 8
/** For the disk to have room again. */
const fullMs = 5 * 60_000

/** Has the policy of a source carried out; after the caller's commit. */
export async function queueKeeping(connection: Connection, sourceId: number, now: number): Promise<void> {
  await insertJob(connection, { kind: keepingJob, subject: String(sourceId), payload: { sourceId } }, now)
}

/** Goes through a source: queues what is to be fetched, and gives up what is beyond its policy. */
export function createKeeping(deps: SourceDeps): JobKind {
  return {
    name: keepingJob,
    leaseMs: heldLeaseMs,
    longestWaitMs: dayMs,
    longestSleepMs,
    run: (job, run) => keepAsPlanned(deps, job, run),
    onFailure(error, job) {
      deps.log.warn(failureReason(error), 'Keeping recordings was interrupted; it goes on by itself.')
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function keepAsPlanned(deps: SourceDeps, job: Job, run: Run): Promise<void> {
  const { sourceId } = job.payload as { readonly sourceId: number }
  const source = await findSource(deps.db.connection, sourceId)
  if (!source) return
  const items = await listKeepableItems(deps.db.connection, sourceId)
  const plan = planKeeping({ keep: source.keep, keepCount: source.keep_count }, items)
  const fetches = plan.fetched.map((itemId) => ({ subject: String(itemId), payload: { itemId } }))
  await insertMissingJobs(deps.db, fetchJob, fetches, deps.clock())
  // Where the feed is not read any more, its recordings may be nowhere else.
  if (source.state !== 'active' || plan.surplusCount === 0) return
  const ids = givenUp(plan, await listUses(deps.db, plan.surplus))
  await withHeldRun(deps, job, run, (held) => releaseRecordings(deps, source.podcast_id, ids, held))
}

export function createRecordingFetches(deps: SourceDeps): JobKind {
  return {
    name: fetchJob,
    leaseMs: heldLeaseMs,
    longestWaitMs: dayMs,
    longestSleepMs,
    atOnce: fetchesAtOnce,
    run: (job, run) => withHeldRun(deps, job, run, (held) => fetchItem(deps, job, held)),
    onFailure(error, job) {
      deps.log.info(failureReason(error), 'A recording could not be fetched; it is tried again.')
      const isFull = error instanceof AppError && error.code === 'InsufficientStorage'
      if (isFull) return { retryAt: deps.clock() + fullMs, restMs: fullMs }
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function fetchItem(
  deps: SourceDeps,
  job: Job,
  held: Parameters<typeof fetchRecording>[2],
): Promise<void> {
  const { connection } = deps.db
  const { itemId } = job.payload as { readonly itemId: number }
  const recording = await findKeepable(connection, itemId)
  if (!recording || recording.keep === 'none') return
  try {
    await fetchRecording(deps, recording, held)
  } catch (error) {
    const reason = refusalOf(error, job.attempts)
    if (reason === null) throw error
    await setRefused(connection, recording, reason)
  }
  await queueKeeping(connection, recording.sourceId, deps.clock())
}

const refusedCodes = new Set(['UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia', 'FileTooLarge'])

/** Null for what may be otherwise next time. */
function refusalOf(error: unknown, attempts: number): string | null {
  if (error instanceof AppError && refusedCodes.has(error.code)) return error.message
  const isOfOrigin = error instanceof OriginFailure || error instanceof EgressError
  return isOfOrigin && attempts >= mostFailures ? error.message : null
}
