export interface Job {
  readonly id: number
  /** Changes when the job is replaced or claimed. */
  readonly version: number
  readonly payload: unknown
  /** Runs since it was queued or last succeeded, this one included. */
  readonly attempts: number
  /** Epoch milliseconds; when it was last asked for. */
  readonly createdAt: number
  /** End of the last successful run in epoch milliseconds; null before the first. */
  readonly ranAt: number | null
}

export interface Run {
  /** Aborted when the node stops. */
  readonly signal: AbortSignal
  /** Renews the lease, too. Throws JobEnded when the job was deleted, replaced or taken over by another node. */
  report(progress: object): Promise<void>
}

export class JobEnded extends Error {}

export interface Failure {
  /** Epoch milliseconds; null deletes the job. */
  readonly retryAt: number | null
  /** Milliseconds without runs of this kind on this node; 0 for none. */
  readonly restMs: number
}

export interface JobKind {
  readonly name: string
  /** Milliseconds after which another node may claim a run without progress. */
  readonly leaseMs: number
  /** The latest due time from now in milliseconds; later ones mean that the clock was put back. */
  readonly longestWaitMs: number
  /** Milliseconds between runs; such a kind has exactly one job. */
  readonly everyMs?: number
  /** Milliseconds after which jobs that other processes have queued are found. */
  readonly longestSleepMs?: number
  /** Runs of this kind on a node at the same time; 1 unless given. */
  readonly atOnce?: number
  /** Whether this node can run such jobs just now; those of others stay theirs. */
  isReady?(): Promise<boolean>
  run(job: Job, run: Run): Promise<void>
  onFailure(error: unknown, job: Job, begunAt: number): Failure
  /** Aborts the run in progress for good. */
  close?(): void
}

const minuteMs = 60_000
const pausesMs = [10_000, 30_000, minuteMs, 5 * minuteMs, 15 * minuteMs]

export const longestPauseMs = 60 * minuteMs

export function growingPauseMs(attempts: number): number {
  return pausesMs[attempts - 1] ?? longestPauseMs
}

/** The code or name of an error for the log: messages may hold addresses. */
export function failureReason(error: unknown): { code: string; responseCode?: number } {
  const { code, name, responseCode } = (error ?? {}) as {
    code?: unknown
    name?: unknown
    responseCode?: unknown
  }
  const word = [code, name].find((text): text is string => typeof text === 'string' && /^\w+$/.test(text))
  return { code: word ?? 'unknown', ...(typeof responseCode === 'number' && { responseCode }) }
}
