/** Work that is done in the background, once for all nodes, and is not lost with the node that began it. */
export interface Job {
  readonly id: number
  /** Of its row, which has another one once the job is replaced or taken over. */
  readonly version: number
  /** As it was queued, from JSON. */
  readonly payload: unknown
  /** Runs begun since it was queued or last succeeded, this one included. */
  readonly attempts: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** When its last successful run ended, in epoch milliseconds; null before the first. */
  readonly ranAt: number | null
}

/** What a run in progress may do with its job. */
export interface Run {
  /** Aborted when the node stops; a run that throws its reason then is due again at once, on another node too. */
  readonly signal: AbortSignal
  /**
   * Saves how far the run is and renews its lease.
   *
   * @throws JobEnded when the job was deleted, replaced or taken over by another node
   */
  report(progress: object): Promise<void>
}

/** Thrown into a run that does not hold its job any more. */
export class JobEnded extends Error {}

/** What becomes of a job whose run has failed. */
export interface Failure {
  /** Epoch milliseconds; null gives the job up. */
  readonly retryAt: number | null
  /** Milliseconds during which this node runs no job of the kind, as others would fail alike; 0 for none. */
  readonly restMs: number
}

/** How jobs of one kind are done. Each node runs one of a kind at a time; kinds do not wait for each other. */
export interface JobKind {
  readonly name: string
  /** Milliseconds after which another node takes over a run that has neither ended nor reported. */
  readonly leaseMs: number
  /** No job of the kind is due later than this from now, in milliseconds, unless the clock has been put back. */
  readonly longestWaitMs: number
  /** Milliseconds from the end of a run to the next; such a kind has one job, which always exists. */
  readonly everyMs?: number
  run(job: Job, run: Run): Promise<void>
  /** @param begunAt when the run began, in epoch milliseconds */
  onFailure(error: unknown, job: Job, begunAt: number): Failure
  /** Breaks off the run in progress; no other follows. */
  close?(): void
}

const minuteMs = 60_000
const pausesMs = [10_000, 30_000, minuteMs, 5 * minuteMs, 15 * minuteMs]

/** The longest of the growing pauses, in milliseconds. */
export const longestPauseMs = 60 * minuteMs

/** Milliseconds until a job that has failed `attempts` times in a row is tried again. */
export function growingPauseMs(attempts: number): number {
  return pausesMs[attempts - 1] ?? longestPauseMs
}

/**
 * What a log may say of a failure: its code, or its name without one. Messages may hold addresses and values.
 */
export function failureReason(error: unknown): { code: string; responseCode?: number } {
  const { code, name, responseCode } = (error ?? {}) as {
    code?: unknown
    name?: unknown
    responseCode?: unknown
  }
  const word = [code, name].find((text): text is string => typeof text === 'string' && /^\w+$/.test(text))
  return { code: word ?? 'unknown', ...(typeof responseCode === 'number' && { responseCode }) }
}
