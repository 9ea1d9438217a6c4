import { includesRole } from '@earmark/contract/roles.ts'
import type { Config } from '../../config/config.ts'
import { AppError, type FailureOf } from '../../errors.ts'
import { followPodcast } from '../../listening/follows/follows.service.ts'
import { findAccount } from '../../people/users/users.queries.ts'
import { addSource } from '../sources/add-source.ts'
import type { SourceDeps } from '../sources/source/source-deps.ts'
import { listKnownFeeds } from './known-feeds.queries.ts'
import { ownFeedOf } from '../sources/source/own-feeds.ts'

export interface AddedFeed {
  readonly podcastId: number
  /** False for one that was known. */
  readonly isNew: boolean
}

/** Has an account follow the podcast of a feed. @throws AppError when it cannot be added */
export type AddFeed = (feed: { readonly url: string; readonly userId: string }) => Promise<AddedFeed>

type AddFailure = FailureOf<
  'NotFound' | 'Unauthorized' | 'InvalidUrl' | 'FeedUnavailable' | 'ServiceUnavailable'
>

/**
 * A feed of ours is known; of others sources are made, also of one that was brought with its address. That one is followed
 * at least: what it has is here.
 */
export function createFeedAdder(
  deps: SourceDeps & { readonly config: Config },
  failure: AddFailure,
): AddFeed {
  return async ({ url, userId }) => {
    const own = ownFeedOf(url, deps.config)
    const ids = own?.kind === 'podcasts' ? [own.id] : []
    const [known] = await listKnownFeeds(deps.db, { ids, urls: [url] })
    const account = await findAccount(deps.db.connection, userId)
    const isEditor = account !== undefined && includesRole(account.role, 'Editor')
    const mayAdd = isEditor || deps.config.sources === 'listeners'
    if (!known && !mayAdd) throw failure('FeedUnavailable')
    if (!known) return await addSource(deps, { url, userId, isEditor }, failure)
    if (mayAdd && known.url_key === null && known.feed_url !== null && own === null)
      await addSource(deps, { url, userId, isEditor }, failure).catch(unlessUnavailable)
    await followPodcast(deps, { userId, podcastId: known.id }, null, failure)
    return { podcastId: known.id, isNew: false }
  }
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'FeedUnavailable') throw error
}
