import { ApiError } from '../../lib/api.ts'
import { useSession } from './stored-session.ts'

/** Goes on for calls that brought no good answer only: errors of our own making stay errors. */
export function assertRefused(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error
}

/** What the server said last about a failed call, where it said anything. */
export function lastDescription(error: unknown): string | undefined {
  assertRefused(error)
  return error.items.at(-1)?.description
}

/** Whether it failed for want of a session: its loss was already said, see `followSession`. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !useSession.getState().signedIn
}
