import type { Deps } from '../../deps.ts'
import type { Limits } from '../limits/limits.ts'

/** What account calls are answered with. */
export interface AuthDeps extends Deps {
  readonly limits: Limits
}
