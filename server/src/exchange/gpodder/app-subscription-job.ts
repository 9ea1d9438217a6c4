import type { CoreDeps } from '../../deps.ts'
import { AppError, AppErrors, type FailureOf } from '../../errors.ts'
import { failureReason, growingPauseMs, type JobKind } from '../../jobs/job.ts'
import { listDevices } from '../../people/devices/devices.queries.ts'
import type { AddFeed } from '../opml/add-feed.ts'
import * as foreign from './foreign.queries.ts'
import { receiveWaitingActions } from './receive-actions.ts'
import { renameDeviceSubscriptions } from './subscriptions.queries.ts'

export const appSubscriptionJob = 'app subscription'

/** Of a feed that an app subscribes to and that is not here, by an account that may add sources. */
export interface AppSubscription {
  readonly userId: string
  readonly url: string
}

type JobDeps = Pick<CoreDeps, 'config' | 'db' | 'clock' | 'log'>

/** Makes a podcast of the feed; what apps have played of it meanwhile is taken over. A feed that cannot be read stays as it is. */
export function createAppSubscriptions(
  deps: JobDeps,
  addFeed: AddFeed,
  failure: FailureOf<'Unauthorized' | 'ServiceUnavailable'>,
): JobKind {
  return {
    name: appSubscriptionJob,
    leaseMs: 5 * 60_000,
    longestWaitMs: 86_400_000,
    async run(job) {
      const asked = job.payload as AppSubscription
      const added = await addFeed(asked).catch((error: unknown) => {
        if (!(error instanceof AppError || error instanceof AppErrors)) throw error
        deps.log.info({ code: failureReason(error).code }, 'A feed that an app subscribes to was not added.')
        return null
      })
      if (added) await takeOver(deps, asked, added.podcastId, failure)
    },
    onFailure(error, job) {
      deps.log.warn(
        failureReason(error),
        'A feed that an app subscribes to was not added; it is tried again.',
      )
      return { retryAt: job.attempts > 5 ? null : deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function takeOver(
  deps: JobDeps,
  { userId, url }: AppSubscription,
  podcastId: number,
  failure: FailureOf<'Unauthorized' | 'ServiceUnavailable'>,
): Promise<void> {
  const { db } = deps
  await db.connection.transaction().execute(async (connection) => {
    await foreign.deleteForeignSubscriptions({ connection, dialect: db.dialect }, userId, [url])
    const names = { from: `url/${foreign.foreignKey(url)}`, to: `podcast/${podcastId}` }
    await renameDeviceSubscriptions(connection, userId, names)
  })
  for (const device of await listDevices(db.connection, userId))
    await receiveWaitingActions(deps, device, url, failure)
}
