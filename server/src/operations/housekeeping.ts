import type { MediaDeps } from '../media/storage/files/storage.ts'
import { deletePastWindows } from '../people/limits/limits.queries.ts'
import { failureLifeMs } from '../people/limits/password-guard.ts'
import { deletePastPasswordFailures } from '../people/limits/password-failures.queries.ts'
import { deleteExpiredEmailTokens } from '../people/mail/email-tokens.queries.ts'
import { deleteExpiredInvitations } from '../people/mail/invitations.queries.ts'
import { deleteExpiredConnections } from '../exchange/gpodder/connections.queries.ts'
import { keepOpenBatches } from '../exchange/import/batch-folder.ts'
import { sweepUploads } from '../media/resumable/sweep-uploads.ts'
import { sweepIncoming, sweepMedia } from '../media/storage/unused-files.ts'
import { deleteExpiredSessions } from '../people/sessions/sessions.queries.ts'
import { failureReason, type JobKind } from '../jobs/job.ts'

const hourMs = 3_600_000

type HouseDeps = Pick<MediaDeps, 'db' | 'clock' | 'storage'>

/** Expired rows are refused whether or not they have been deleted. */
export async function keepHouse(deps: HouseDeps): Promise<void> {
  await deleteExpired(deps)
  await sweepMedia(deps)
  await keepOpenBatches(deps)
  await sweepUploads(deps)
}

export const housekeepingJob = 'housekeeping'

export function createHousekeeping(deps: HouseDeps & Pick<MediaDeps, 'log'>): JobKind {
  return {
    name: housekeepingJob,
    leaseMs: hourMs,
    longestWaitMs: 2 * hourMs,
    everyMs: hourMs,
    async run({ ranAt, createdAt }) {
      // After a jump of the clock uploads in progress look abandoned.
      const isLate = deps.clock() - (ranAt ?? createdAt) > 2 * hourMs
      await (isLate ? deleteExpired(deps) : keepHouse(deps))
    },
    onFailure(error) {
      deps.log.warn(failureReason(error), 'Housekeeping failed; it is tried again in an hour.')
      return { retryAt: deps.clock() + hourMs, restMs: 0 }
    },
  }
}

/** Of temporary files on this node. The returned function ends it. */
export function sweepNodeHourly(deps: HouseDeps & Pick<MediaDeps, 'log'>): () => void {
  let last = deps.clock()
  const sweep = () => {
    const passedMs = deps.clock() - last
    last += passedMs
    if (passedMs > 2 * hourMs) return
    void sweepIncoming(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'housekeeping'))
  }
  const timer = setInterval(sweep, hourMs).unref()
  return () => clearInterval(timer)
}

async function deleteExpired(deps: HouseDeps): Promise<void> {
  const { connection } = deps.db
  const now = deps.clock()
  await deleteExpiredSessions(connection, now)
  await deleteExpiredEmailTokens(connection, now)
  await deleteExpiredConnections(connection, now)
  await deleteExpiredInvitations(connection, now)
  await deletePastWindows(connection, now)
  await deletePastPasswordFailures(connection, { before: now - failureLifeMs, after: now + failureLifeMs })
}
