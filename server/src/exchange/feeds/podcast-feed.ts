import { readCredits } from '../../catalogue/creators/credits.queries.ts'
import { findPodcast, type ListenerAudience } from '../../catalogue/podcasts/podcasts.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import { feedSettings, guidOf, placeCategory } from './settings/feed-settings.ts'
import { coverKeyOf, fedPodcast } from './settings/fed-records.ts'
import { findFeedRow } from './settings/feed-rows.queries.ts'
import { countFedEpisodes, type EpisodeItemRow, pageFedEpisodes } from './items.queries.ts'
import { type FeedDeps, itemsOnPage } from './feed-deps.ts'
import { episodeItem, fileOf, type ItemFile, personsOf } from './feed-items.ts'
import type { Feed, FeedItem } from './writer/feed.ts'

/** A page of a podcast's feed; null where there is none for this audience. */
export async function makePodcastFeed(
  { db: { connection }, config }: FeedDeps,
  id: number,
  page: number,
  addresses: FeedAddresses,
  audience: ListenerAudience = 'public',
): Promise<Feed | null> {
  const row = await findFeedRow(connection, 'podcast', id)
  const podcast = row && (await findPodcast(connection, id, audience))
  if (!podcast) return null
  const pagesCount = Math.max(1, Math.ceil((await countFedEpisodes(connection, id)) / itemsOnPage))
  if (page > pagesCount) return null
  const { categories, ...settings } = feedSettings(row, fedPodcast(podcast), config)
  return {
    ...addresses.ofFeed('podcast', id),
    ...settings,
    title: podcast.name,
    link: row.link ?? addresses.page(`/podcasts/${id}`),
    page,
    pagesCount,
    description: podcast.description ?? podcast.name,
    categories: categories.map(placeCategory),
    imageUrl: addresses.image(coverKeyOf(podcast)),
    guid: guidOf('podcast', id, row),
    medium: 'podcast',
    persons: personsOf(podcast.credits, addresses),
    changedAt: row.changed_at,
    items: await listItems(connection, id, page, addresses),
  }
}

async function listItems(
  connection: Connection,
  podcastId: number,
  page: number,
  addresses: FeedAddresses,
): Promise<FeedItem[]> {
  const slice = { limit: itemsOnPage, offset: (page - 1) * itemsOnPage }
  const rows = await pageFedEpisodes(connection, podcastId, slice)
  return rows.flatMap((row) => {
    const file = fileOf(row, addresses)
    return file ? [itemOf(row, podcastId, file, addresses)] : []
  })
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
    season: row.season,
    type: row.type,
    publishedAt: row.published_at,
    credits: row.credits === null ? [] : readCredits(row.credits),
  }
  return episodeItem(episode, file, addresses)
}
