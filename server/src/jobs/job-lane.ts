import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { type Failure, failureReason, type Job, JobEnded, type JobKind } from './job.ts'
import * as jobs from './jobs.queries.ts'

export interface JobDeps {
  readonly db: Pick<Database, 'connection'>
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

export interface JobLane {
  wake(): void
  runDue(): Promise<void>
  stop(): Promise<void>
}

/** Jobs of a node that died are found after this time. */
const defaultSleepMs = 30_000
const graceMs = 3_000

export function createJobLane(deps: JobDeps, kind: JobKind): JobLane {
  const stopping = new AbortController()
  let running: Promise<number> = Promise.resolve(0)
  let following: Promise<number> | null = null
  let wakening: NodeJS.Immediate | null = null
  let timer: NodeJS.Timeout | undefined

  function pass(): Promise<number> {
    following ??= running.then(() => {
      following = null
      running = runAllDue(deps, kind, stopping.signal)
      return running
    })
    return following
  }

  async function passAndSleep(): Promise<void> {
    const sleepMs = await pass()
    clearTimeout(timer)
    if (!stopping.signal.aborted) timer = setTimeout(() => void passAndSleep(), sleepMs).unref()
  }

  return {
    wake() {
      if (stopping.signal.aborted) return
      wakening ??= setImmediate(() => {
        wakening = null
        void passAndSleep()
      })
    },
    async runDue() {
      await pass()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      if (wakening) clearImmediate(wakening)
      const grace = setTimeout(() => kind.close?.(), graceMs)
      await pass()
      clearTimeout(grace)
      kind.close?.()
    },
  }
}

/** @returns milliseconds that the lane may sleep */
async function runAllDue(deps: JobDeps, kind: JobKind, signal: AbortSignal): Promise<number> {
  const { db, clock, log } = deps
  const { longestSleepMs = defaultSleepMs } = kind
  try {
    while (!signal.aborted) {
      const now = clock()
      if (kind.isReady && !(await kind.isReady())) return longestSleepMs
      if (kind.everyMs !== undefined) {
        await jobs.insertMissingJob(db.connection, kind.name, { now, dueAt: now + kind.everyMs })
      }
      const times = { now, latestDue: now + kind.longestWaitMs, leaseUntil: now + kind.leaseMs }
      const job = await jobs.claimJob(db.connection, kind.name, times)
      if (job) {
        const restMs = await runJob(deps, kind, job, signal)
        if (restMs > 0) return restMs
        continue
      }
      const dueAt = (await jobs.findNextDueTime(db.connection, kind.name)) ?? Number.POSITIVE_INFINITY
      if (dueAt > now) return Math.min(dueAt - now, longestSleepMs)
    }
  } catch (error) {
    log.warn(failureReason(error), `The ${kind.name} jobs cannot be read; they will be looked at again.`)
  }
  return longestSleepMs
}

/** @returns milliseconds without runs of this kind */
async function runJob(deps: JobDeps, kind: JobKind, job: Job, signal: AbortSignal): Promise<number> {
  const { clock } = deps
  const { connection } = deps.db
  const begunAt = clock()
  const report = async (progress: object) => {
    const isHeld = await jobs.renewJob(connection, job, { progress, leaseUntil: clock() + kind.leaseMs })
    if (!isHeld) throw new JobEnded('The job was deleted, replaced or taken over.')
  }
  try {
    await kind.run(job, { signal, report })
  } catch (error) {
    if (isOf(signal, error)) {
      await jobs.postponeJob(connection, job, clock())
      return 0
    }
    if (!(error instanceof JobEnded))
      return await settleFailure(deps, job, kind.onFailure(error, job, begunAt))
  }
  if (kind.everyMs === undefined) await jobs.endJob(connection, job, clock())
  else await jobs.repeatJob(connection, job, { ranAt: clock(), dueAt: clock() + kind.everyMs })
  return 0
}

/** Node's functions wrap an abort's reason. */
function isOf({ aborted, reason }: AbortSignal, error: unknown): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason))
}

async function settleFailure(
  { db, clock }: JobDeps,
  job: Job,
  { retryAt, restMs }: Failure,
): Promise<number> {
  if (retryAt === null) await jobs.endJob(db.connection, job, clock())
  else await jobs.postponeJob(db.connection, job, retryAt)
  return restMs
}
