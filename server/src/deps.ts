import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Changes } from './db/changes/changes.ts'
import type { Database } from './db/database.ts'

/** What every domain is given; made once in `start.ts`, and by the tests for each fresh database. */
export interface CoreDeps {
  readonly config: Config
  readonly db: Database
  readonly changes: Changes
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: FastifyBaseLogger
}
