import type { Connection } from '../../../db/engine/dialect.ts'
import type { KnownItem } from '../source/identity.ts'
import { titleKeyOf } from '../source/identity.ts'
import { parseSourceUrl } from '../source/source-url.ts'

/**
 * The podcast that was brought with the address of its feed, as long as no source is read for it.
 *
 * @param isPublic whether drafts are left out
 */
export async function findBroughtPodcast(
  connection: Connection,
  urlKeys: readonly string[],
  isPublic: boolean,
): Promise<number | undefined> {
  let brought = connection
    .selectFrom('podcasts')
    .leftJoin('sources', 'sources.podcast_id', 'podcasts.id')
    .where('podcasts.feed_url', 'is not', null)
    .where('sources.id', 'is', null)
    .orderBy('podcasts.id')
    .select(['podcasts.id', 'podcasts.feed_url'])
  if (isPublic) brought = brought.where('podcasts.is_public', '=', 1)
  const rows = await brought.execute()
  return rows.find(({ feed_url }) => {
    const address = feed_url === null ? null : parseSourceUrl(feed_url)
    return address !== null && urlKeys.includes(address.urlKey)
  })?.id
}

/** An episode of a podcast without a source, as its feed could show it. */
export interface BroughtEpisode extends KnownItem {
  readonly hasSound: boolean
}

export async function listBroughtEpisodes(
  connection: Connection,
  podcastId: number,
): Promise<BroughtEpisode[]> {
  const rows = await connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .leftJoin('media', 'media.id', 'recordings.media_id')
    .where('episodes.podcast_id', '=', podcastId)
    .orderBy('episodes.id')
    .select(['episodes.id', 'episodes.name', 'episodes.feed_guid', 'episodes.published_at'])
    .select(['recordings.media_id', 'media.size_bytes', 'media.duration_ms'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    guidKey: row.feed_guid ?? `earmark-episode-${row.id}`,
    originUrl: null,
    originLength: row.size_bytes,
    titleKey: titleKeyOf({ title: row.name }),
    publishedAt: row.published_at,
    durationMs: row.duration_ms,
    contentHash: '',
    isGone: false,
    hasSound: row.media_id !== null,
  }))
}
