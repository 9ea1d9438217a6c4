import type { CoreDeps } from '../../deps.ts'
import type { FailureOf } from '../../errors.ts'
import { type FeedAddresses, privateAddresses, publicAddresses } from '../feeds/feed-addresses.ts'
import { addFeedToken } from '../feeds/tokens/feed-tokens.service.ts'
import { holdsToken } from '../sources/source/source-url.ts'
import { type FollowedFeed, listFollowedFeeds } from './known-feeds.queries.ts'
import { writeOpml } from './write-opml.ts'

type ExportDeps = Pick<CoreDeps, 'db' | 'clock' | 'config'>
type ExportFailure = FailureOf<'Unauthorized' | 'TooManyTokens'>

/** What an account follows, for another app. */
export async function exportOpml(deps: ExportDeps, userId: string, failure: ExportFailure): Promise<string> {
  const { publicUrl } = deps.config
  const followed = await listFollowedFeeds(deps.db.connection, userId)
  const isOurs = (feed: FollowedFeed) => originOf(feed) === null
  const addresses = followed.some(isOurs) ? await ownAddresses(deps, userId, failure) : null
  const outlines = followed.map((feed) => ({
    title: feed.name,
    url: originOf(feed) ?? addresses?.ofFeed('podcast', feed.id).url ?? '',
    link: `${publicUrl}/podcasts/${feed.id}`,
  }))
  return writeOpml('Earmark', outlines)
}

/** The address of the feed elsewhere, where it holds no secret. */
function originOf({ url, secret }: FollowedFeed): string | null {
  return url === null || secret !== null || holdsToken(url) ? null : url
}

/** On a server for members private ones, by a token made for this list. */
async function ownAddresses(
  deps: ExportDeps,
  userId: string,
  failure: ExportFailure,
): Promise<FeedAddresses> {
  if (deps.config.access !== 'members') return publicAddresses(deps.config)
  const day = new Date(deps.clock()).toISOString().slice(0, 10)
  const { token } = await addFeedToken(deps, userId, `OPML of ${day}`, failure)
  return privateAddresses(deps.config, token)
}
