import type { Deps } from './deps.ts'
import { deletePastWindows } from './domains/limits/limits.queries.ts'
import { failureLifeMs } from './domains/limits/password-guard.ts'
import { deletePastPasswordFailures } from './domains/limits/password-failures.queries.ts'
import { deleteExpiredEmailTokens } from './domains/mail/email-tokens.ts'
import { sweepMedia } from './domains/media/unused-files.ts'
import { deleteExpiredSessions } from './domains/sessions/sessions.queries.ts'

const hourMs = 3_600_000

type HouseDeps = Pick<Deps, 'db' | 'clock' | 'storage'>

/** Clears away what has expired. Nothing depends on it: what has expired is refused whether or not it is there. */
export async function keepHouse(deps: HouseDeps): Promise<void> {
  await deleteExpired(deps)
  await sweepMedia(deps)
}

async function deleteExpired(deps: HouseDeps): Promise<void> {
  const { connection } = deps.db
  const now = deps.clock()
  await deleteExpiredSessions(connection, now)
  await deleteExpiredEmailTokens(connection, now)
  await deletePastWindows(connection, now)
  await deletePastPasswordFailures(connection, { before: now - failureLifeMs, after: now + failureLifeMs })
}

/** @returns what ends it */
export function keepHouseHourly(deps: HouseDeps & Pick<Deps, 'log'>): () => void {
  let last = deps.clock()
  const work = () => {
    const passedMs = deps.clock() - last
    last += passedMs
    // After a jump of the clock uploads under way look as if they had been given up: they have an hour to end.
    const keep = passedMs > 2 * hourMs ? deleteExpired : keepHouse
    void keep(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'housekeeping'))
  }
  const timer = setInterval(work, hourMs).unref()
  return () => clearInterval(timer)
}
