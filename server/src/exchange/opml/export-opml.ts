import type { FailureOf } from '../../errors.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import { privateAddresses, publicAddresses } from '../feeds/feed-addresses.ts'
import { openExportToken } from '../feeds/tokens/feed-tokens.service.ts'
import { holdsToken } from '../sources/source/source-url.ts'
import { type FollowedFeed, listFollowedFeeds } from './known-feeds.queries.ts'
import { writeOpml } from './write-opml.ts'

type ExportDeps = Pick<PeopleDeps, 'db' | 'clock' | 'config' | 'tokenKeys'>
type ExportFailure = FailureOf<'Unauthorized' | 'TooManyTokens'>

/** What an account follows, for another app. */
export async function exportOpml(deps: ExportDeps, userId: string, failure: ExportFailure): Promise<string> {
  const { publicUrl } = deps.config
  const followed = await listFollowedFeeds(deps.db.connection, userId)
  const isEverybodys = (feed: FollowedFeed) => deps.config.access !== 'members' && feed.is_public === 1
  const isPrivate = (feed: FollowedFeed) => originOf(feed) === null && !isEverybodys(feed)
  const toEverybody = publicAddresses(deps.config)
  const toHolder = followed.some(isPrivate)
    ? privateAddresses(deps.config, await openExportToken(deps, userId, failure))
    : toEverybody
  const outlines = followed.map((feed) => ({
    title: feed.name,
    url: originOf(feed) ?? (isPrivate(feed) ? toHolder : toEverybody).ofFeed('podcast', feed.id).url,
    link: `${publicUrl}/podcasts/${feed.id}`,
  }))
  return writeOpml('Earmark', outlines)
}

/** The address of the feed elsewhere, where it holds no secret. */
function originOf({ url, secret }: FollowedFeed): string | null {
  return url === null || secret !== null || holdsToken(url) ? null : url
}
