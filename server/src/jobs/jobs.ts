import type { JobKind } from './job.ts'
import { createJobLane, type JobDeps, type JobLane } from './job-lane.ts'

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
  const lanes = new Map(kinds.map((kind) => [kind.name, lanesFor(deps, kind)]))
  const lanesOf = (kind: string) => {
    const found = lanes.get(kind)
    if (!found) throw new Error(`There are no ${kind} jobs.`)
    return found
  }
  return {
    start() {
      for (const lane of [...lanes.values()].flat()) lane.wake()
    },
    wake: (kind) => lanesOf(kind).forEach((lane) => lane.wake()),
    async runDue(kind) {
      await Promise.all(lanesOf(kind).map((lane) => lane.runDue()))
    },
    async stop() {
      await Promise.all([...lanes.values()].flat().map((lane) => lane.stop()))
    },
  }
}

function lanesFor(deps: JobDeps, kind: JobKind): JobLane[] {
  return Array.from({ length: kind.atOnce ?? 1 }, () => createJobLane(deps, kind))
}
