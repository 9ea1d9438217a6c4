import type { ColumnType } from 'kysely'
import type { Fixed, Id, Instant } from './columns.ts'

interface JobsTable {
  id: Id
  kind: Fixed<string>
  /** Unique for each kind; null sets no bound. */
  subject: Fixed<string | null>
  payload: string
  created_at: Instant
  /** The next run; of a job in progress the end of its lease. */
  due_at: Instant
  attempts: number
  version: number
  ran_at: ColumnType<Instant | null, never, Instant | null>
  progress: ColumnType<string | null, never, string | null>
}

interface MilestonesTable {
  name: Fixed<string>
  reached_at: Fixed<Instant>
}

/** Work of one node for all. */
export interface OperationsTables {
  jobs: JobsTable
  milestones: MilestonesTable
}
