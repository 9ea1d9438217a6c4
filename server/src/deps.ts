import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from './changes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { MediaStorage } from './domains/media/storage.ts'

/** What the domains are given; made once in `main.ts`, and by the tests for each fresh database. */
export interface Deps {
  readonly config: Config
  readonly db: Database
  readonly storage: MediaStorage
  readonly changes: Changes
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: FastifyBaseLogger
}
