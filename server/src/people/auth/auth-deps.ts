import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { Limits } from '../limits/limits.ts'

/** What account calls are answered with. */
export interface AuthDeps extends PeopleDeps {
  readonly limits: Limits
}
