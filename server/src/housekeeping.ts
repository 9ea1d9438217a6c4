import type { Deps } from './deps.ts'
import { deletePastWindows } from './domains/limits/limits.queries.ts'
import { failureLifeMs } from './domains/limits/password-guard.ts'
import { deletePastPasswordFailures } from './domains/limits/password-failures.queries.ts'
import { deleteExpiredEmailTokens } from './domains/mail/email-tokens.ts'
import { sweepMedia } from './domains/media/unused-files.ts'
import { deleteExpiredSessions } from './domains/sessions/sessions.queries.ts'

const hourMs = 3_600_000

/** Clears away what has expired. Nothing depends on it: what has expired is refused whether or not it is there. */
export async function keepHouse(deps: Pick<Deps, 'db' | 'clock' | 'storage'>): Promise<void> {
  const { connection } = deps.db
  const now = deps.clock()
  await deleteExpiredSessions(connection, now)
  await deleteExpiredEmailTokens(connection, now)
  await deletePastWindows(connection, now)
  await deletePastPasswordFailures(connection, { before: now - failureLifeMs, after: now + failureLifeMs })
  await sweepMedia(deps)
}

/** @returns what ends it */
export function keepHouseHourly(deps: Deps): () => void {
  const work = () =>
    void keepHouse(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'housekeeping'))
  const timer = setInterval(work, hourMs).unref()
  return () => clearInterval(timer)
}
