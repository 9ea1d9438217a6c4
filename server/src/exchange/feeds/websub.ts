import type { CoreDeps } from '../../deps.ts'
import type { Egress } from '../../egress/egress.ts'
import { failureReason, type JobKind } from '../../jobs/job.ts'
import { publicAddresses } from './feed-addresses.ts'
import { listChangedFeeds } from './settings/feed-rows.queries.ts'

type WebsubDeps = Pick<CoreDeps, 'config' | 'db' | 'clock' | 'log'> & {
  readonly egress: Pick<Egress, 'fetch'>
}

const minuteMs = 60_000
/** Commits may be seen late, and clocks of nodes differ. */
const overlapMs = 15_000
const patienceMs = 20_000

/** Tells the hub once a minute which public feeds have changed (W3C WebSub, 6: `hub.mode=publish`). */
export function createWebsubPublishing(deps: WebsubDeps): JobKind {
  return {
    name: 'websub',
    leaseMs: 2 * minuteMs,
    longestWaitMs: 2 * minuteMs,
    everyMs: minuteMs,
    run: async ({ ranAt, createdAt }, { signal }) => {
      const since = (ranAt ?? createdAt) - overlapMs
      await publishChanges(deps, since, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
    },
    onFailure(error) {
      deps.log.warn(failureReason(error), 'The hub was not told of changed feeds; it is tried again.')
      return { retryAt: deps.clock() + minuteMs, restMs: 0 }
    },
  }
}

class HubRefusedError extends Error {}

/** @param since epoch milliseconds */
export async function publishChanges(
  { config, db, egress }: WebsubDeps,
  since: number,
  signal: AbortSignal,
): Promise<void> {
  if (config.websubHub === '' || config.access === 'members') return
  const changed = await listChangedFeeds(db.connection, since)
  if (changed.length === 0) return
  const addresses = publicAddresses(config)
  const body = new URLSearchParams({ 'hub.mode': 'publish' })
  for (const { kind, id } of changed) body.append('hub.url', addresses.ofFeed(kind, id).url)
  const { status } = await egress.fetch({
    url: config.websubHub,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
    isEditor: true,
    signal,
  })
  if (status >= 400) throw new HubRefusedError(`The hub answered ${status}`)
}
