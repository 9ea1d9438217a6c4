import type { CoreDeps } from '../../deps.ts'
import type { FailureOf } from '../../errors.ts'
import { failureReason, growingPauseMs, type JobKind } from '../../jobs/job.ts'
import { findDevice } from '../../people/devices/devices.queries.ts'
import { addressesOfKey } from '../sources/source/source-url.ts'
import { findSource } from '../sources/source/sources.queries.ts'
import { waitingPlacesJob } from '../sources/writing/waiting-places.ts'
import { listWaitingPodcasts } from './foreign.queries.ts'
import { receiveWaitingActions } from './receive-actions.ts'

/** Takes over what apps have played of episodes that a feed has brought here only since. */
export function createWaitingPlaces(
  deps: Pick<CoreDeps, 'config' | 'db' | 'clock' | 'log'>,
  failure: FailureOf<'Unauthorized' | 'ServiceUnavailable'>,
): JobKind {
  const { connection } = deps.db
  return {
    name: waitingPlacesJob,
    leaseMs: 5 * 60_000,
    longestWaitMs: 86_400_000,
    longestSleepMs: 10_000,
    async run(job) {
      const { sourceId } = job.payload as { readonly sourceId: number }
      const source = await findSource(connection, sourceId)
      if (!source) return
      const urls = [...new Set([source.url, ...addressesOfKey(source.url_key)])]
      for (const waiting of await listWaitingPodcasts(deps.db, urls)) {
        const device = await findDevice(connection, waiting.user_id, waiting.device_id)
        if (device) await receiveWaitingActions(deps, device, waiting.podcast, failure)
      }
    },
    onFailure(error, job) {
      deps.log.warn(failureReason(error), 'Places of apps were not taken over; they are tried again.')
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}
