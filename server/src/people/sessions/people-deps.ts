import type { CoreDeps } from '../../deps.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { TokenKeys } from './token-keys.ts'

/** What accounts are kept with. */
export interface PeopleDeps extends CoreDeps {
  readonly jobs: Jobs
  readonly tokenKeys: TokenKeys
}
