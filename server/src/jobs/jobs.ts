import type { JobKind } from './job.ts'
import { createJobLane, type JobDeps } from './job-lane.ts'

/**
 * The background work of all nodes, in one table. A job is claimed by moving its due time, so that one node runs it,
 * and another one if that dies. It runs at least once: twice, if the node dies between its end and the removal of its
 * row.
 */
export interface Jobs {
  /** Begins to look for jobs of every kind. */
  start(): void
  /** To be called after the commit of a transaction that queued a job: it need not wait for the next look. */
  wake(kind: string): void
  /** Runs every due job of a kind, until none is due or its failures ask for a rest. Never fails. */
  runDue(kind: string): Promise<void>
  /** Settles when the runs in progress have ended, or were broken off after a few seconds. */
  stop(): Promise<void>
}

export function createJobs(deps: JobDeps, kinds: readonly JobKind[]): Jobs {
  const lanes = new Map(kinds.map((kind) => [kind.name, createJobLane(deps, kind)]))
  const laneOf = (kind: string) => {
    const lane = lanes.get(kind)
    if (!lane) throw new Error(`There are no ${kind} jobs.`)
    return lane
  }
  return {
    start() {
      for (const lane of lanes.values()) lane.wake()
    },
    wake: (kind) => laneOf(kind).wake(),
    runDue: (kind) => laneOf(kind).runDue(),
    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
    },
  }
}
