import { isProved } from './checks/check-source.ts'
import type { FeedDocument } from './reader/feed-document.ts'
import { isOwnAddress, ownFeedOf } from './source/own-feeds.ts'
import type { SourceDeps } from './source/source-deps.ts'
import { parseSourceUrl, type SourceUrl } from './source/source-url.ts'
import { findSourceByKey, findSourceOfPublic, type SourceRow } from './source/sources.queries.ts'
import { listStoredItems } from './writing/source-items.queries.ts'

type KnownDeps = Pick<SourceDeps, 'db' | 'config'>

/** The source that is here already under an address; of a feed of ours that of its podcast. */
export async function findKnownSource(
  { db: { connection }, config }: KnownDeps,
  { url, urlKey }: SourceUrl,
): Promise<SourceRow | undefined> {
  if (!isOwnAddress(url, config)) return await findSourceByKey(connection, urlKey)
  const own = ownFeedOf(url, config)
  return own?.kind === 'podcasts' ? await findSourceOfPublic(connection, own.id) : undefined
}

/**
 * The source at the address that a feed names as its new one, where the guid or an item of the feed is known.
 * A feed without items proves nothing, and is believed.
 */
export async function findNamedSource(
  deps: KnownDeps,
  document: FeedDocument,
): Promise<SourceRow | undefined> {
  const address = document.newFeedUrl === null ? null : parseSourceUrl(document.newFeedUrl)
  const known = address ? await findKnownSource(deps, address) : undefined
  if (!known || document.items.length === 0) return known
  const items = await listStoredItems(deps.db.connection, known.id)
  return isProved(known, document, items) ? known : undefined
}
