import type { Connection } from '../db/engine/dialect.ts'
import { type Job, JobEnded, type Run } from './job.ts'
import type { JobDeps } from './job-lane.ts'
import { isHeld, renewJob } from './jobs.queries.ts'

/** Another node may take over a run that has not renewed its lease for so long. */
export const heldLeaseMs = 30_000
const renewEveryMs = 10_000

/** A run as long as it has its job: those that are cancelled, and that another node has taken over, lose it. */
export interface HeldRun {
  /** Aborted when the node stops or the job is lost. */
  readonly signal: AbortSignal
  /**
   * Comes first in each transaction of the run: renews the lease, and holds the job until the commit.
   *
   * @throws JobEnded when it is lost
   */
  readonly hold: (transaction: Connection) => Promise<void>
  /** @throws JobEnded when it is lost; the reason of the signal */
  readonly check: () => Promise<void>
}

/** Renews the lease of a run while `work` is done. */
export async function withHeldRun<T>(
  { db, clock }: Pick<JobDeps, 'db' | 'clock'>,
  job: Job,
  run: Run,
  work: (held: HeldRun) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const lease = () => ({ progress: {}, leaseUntil: clock() + heldLeaseMs })
  const end = () => new JobEnded('The job was cancelled, or another node goes on with it.')
  const renew = async () => {
    // A database that is away for a moment has not taken the job from anybody.
    const isOurs = await renewJob(db.connection, job, lease()).catch(() => true)
    if (!isOurs) lost.abort(end())
  }
  const signal = AbortSignal.any([run.signal, lost.signal])
  const held: HeldRun = {
    signal,
    async hold(transaction) {
      signal.throwIfAborted()
      if (!(await renewJob(transaction, job, lease()))) throw end()
    },
    async check() {
      signal.throwIfAborted()
      if (!(await isHeld(db.connection, job))) throw end()
    },
  }
  const timer = setInterval(() => void renew(), renewEveryMs)
  try {
    return await work(held)
  } finally {
    clearInterval(timer)
  }
}
