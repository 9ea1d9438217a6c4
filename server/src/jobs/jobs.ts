import type { JobKind } from './job.ts'
import { createJobLane, type JobDeps } from './job-lane.ts'

/** At-least-once execution by leases in one table for all nodes (0027). */
export interface Jobs {
  start(): void
  /** To be called after the commit that queued a job. */
  wake(kind: string): void
  /** Runs all due jobs of a kind. Never rejects. */
  runDue(kind: string): Promise<void>
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
