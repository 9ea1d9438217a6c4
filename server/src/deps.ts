import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from './changes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { MediaStorage } from './domains/media/storage.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { TokenKeys } from './domains/sessions/token-keys.ts'

/** What the catalogue is kept with; a program beside the server needs no more. */
export interface CatalogueDeps {
  readonly config: Config
  readonly db: Database
  readonly storage: MediaStorage
  readonly changes: Changes
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: FastifyBaseLogger
}

/** What the domains are given; made once in `start.ts`, and by the tests for each fresh database. */
export interface Deps extends CatalogueDeps {
  readonly jobs: Jobs
  readonly tokenKeys: TokenKeys
}
