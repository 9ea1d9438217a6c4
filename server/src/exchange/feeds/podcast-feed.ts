import { readCredits } from '../../catalogue/creators/credits.queries.ts'
import { findPodcast, type ListenerAudience } from '../../catalogue/podcasts/podcasts.queries.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import { feedSettings, guidOf, placeCategory } from './settings/feed-settings.ts'
import { coverKeyOf, fedPodcast } from './settings/fed-records.ts'
import { findFeedRow } from './settings/feed-rows.queries.ts'
import {
  countFedEpisodes,
  type EpisodeItemRow,
  listEpisodeItems,
  listFedEpisodeIds,
} from './items.queries.ts'
import type { FeedDeps } from './feed-deps.ts'
import { type PageSlice, placePage } from './pages.ts'
import { episodeItem, fileOf, type ItemFile, personsOf } from './feed-items.ts'
import type { Feed, FeedItem } from './writer/feed.ts'

/** A page of a podcast's feed; null where there is none for this audience. */
export async function makePodcastFeed(
  deps: FeedDeps,
  id: number,
  page: number,
  addresses: FeedAddresses,
  audience: ListenerAudience = 'public',
): Promise<Feed | null> {
  const { connection } = deps.db
  const row = await findFeedRow(connection, 'podcast', id)
  const podcast = row && (await findPodcast(connection, id, audience))
  if (!podcast) return null
  const { firstPageItems, categories, ...settings } = feedSettings(row, fedPodcast(podcast), deps.config)
  const placed = placePage(page, await countFedEpisodes(connection, id), firstPageItems)
  if (!placed) return null
  const { slice, ...pages } = placed
  return {
    ...addresses.ofFeed('podcast', id),
    ...settings,
    title: podcast.name,
    link: row.link ?? addresses.page(`/podcasts/${id}`),
    ...pages,
    description: podcast.description ?? podcast.name,
    categories: categories.map(placeCategory),
    imageUrl: addresses.image(coverKeyOf(podcast)),
    guid: guidOf('podcast', id, row),
    medium: 'podcast',
    persons: personsOf(podcast.credits, addresses),
    changedAt: row.changed_at,
    items: readItems(deps, id, slice, addresses),
  }
}

const itemsAtOnce = 200

/** A change of what has been read before it raises the revision: they need not be of one moment. */
async function* readItems(
  { db: { connection, dialect } }: FeedDeps,
  podcastId: number,
  slice: PageSlice,
  addresses: FeedAddresses,
): AsyncGenerator<FeedItem, void> {
  const ids = await listFedEpisodeIds(connection, podcastId, slice)
  for (let start = 0; start < ids.length; start += itemsAtOnce) {
    const some = dialect.idSet(ids.slice(start, start + itemsAtOnce))
    for (const row of await listEpisodeItems(connection, some)) {
      const file = fileOf(row, addresses)
      if (file) yield itemOf(row, podcastId, file, addresses)
    }
  }
}

function itemOf(row: EpisodeItemRow, podcastId: number, file: ItemFile, addresses: FeedAddresses): FeedItem {
  const episode = {
    id: row.id,
    podcastId,
    name: row.name,
    description: row.description,
    imageUrl: addresses.image(row.cover_key),
    isExplicit: row.is_explicit === 1,
    hasChapters: row.has_chapters === 1,
    chaptersVersion: row.chapters_version,
    guid: row.feed_guid ?? '',
    notes: row.notes,
    transcripts: row.transcripts,
    number: row.number,
    label: row.label,
    season: row.season,
    type: row.type,
    publishedAt: row.published_at,
    credits: row.credits === null ? [] : readCredits(row.credits),
  }
  return episodeItem(episode, file, addresses)
}
