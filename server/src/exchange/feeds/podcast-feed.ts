import type { Credit, CreditRole } from '@earmark/contract/credits.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { readCredits } from '../../catalogue/creators/credits.queries.ts'
import { findPodcast } from '../../catalogue/podcasts/podcasts.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { mediaFile } from '../../media/content-type.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import { type FedRecord, feedSettings, guidOf, placeCategory } from './feed-settings.ts'
import { findFeedRow } from './feeds.queries.ts'
import { countFedEpisodes, type EpisodeItemRow, pageFedEpisodes } from './items.queries.ts'
import { type FeedDeps, itemsOnPage } from './feed-deps.ts'
import type { Feed, FeedItem, FeedPerson } from './writer/feed.ts'

/** A page of a public podcast's feed; null where there is none. */
export async function makePodcastFeed(
  { db: { connection }, config }: FeedDeps,
  id: number,
  page: number,
  addresses: FeedAddresses,
): Promise<Feed | null> {
  const row = await findFeedRow(connection, 'podcast', id)
  const podcast = row && (await findPodcast(connection, id))
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
    imageUrl: addresses.image(podcast.coverImageUrl),
    guid: guidOf('podcast', id, row),
    medium: 'podcast',
    persons: personsOf(podcast.credits, addresses),
    changedAt: row.changed_at,
    items: await listItems(connection, id, page, addresses),
  }
}

export function fedPodcast(podcast: Podcast): FedRecord {
  const author = podcast.voicers.map(({ nickname }) => nickname).join(', ') || null
  return { ...podcast, subjects: podcast.categories, author, type: 'episodic' }
}

async function listItems(
  connection: Connection,
  podcastId: number,
  page: number,
  addresses: FeedAddresses,
): Promise<FeedItem[]> {
  const slice = { limit: itemsOnPage, offset: (page - 1) * itemsOnPage }
  const rows = await pageFedEpisodes(connection, podcastId, slice)
  const link = addresses.page(`/podcasts/${podcastId}/episodes/`)
  return rows.map((row) => itemOf(row, link, addresses))
}

const types = { Full: 'full', Trailer: 'trailer', Bonus: 'bonus' } as const

function itemOf(row: EpisodeItemRow, link: string, addresses: FeedAddresses): FeedItem {
  return {
    title: row.name,
    guid: row.feed_guid ?? '',
    link: link + row.id,
    publishedAt: row.published_at,
    description: row.description,
    enclosure: {
      url: addresses.media(mediaFile(row.key, row.content_type)),
      sizeBytes: row.joined_bytes ?? row.size_bytes,
      contentType: row.content_type,
    },
    durationMs: row.duration_ms,
    number: row.number,
    season: row.season,
    type: types[row.type],
    imageUrl: row.cover_key === null ? null : addresses.image(`/media/${row.cover_key}.webp`),
    isExplicit: row.is_explicit === 1,
    persons: row.credits === null ? [] : personsOf(readCredits(row.credits), addresses),
    chaptersUrl: row.chapters_count > 0 ? addresses.chapters('episodes', row.id, row.chapters_version) : null,
  }
}

const roles: Readonly<Partial<Record<CreditRole, FeedPerson['role']>>> = {
  Host: 'host',
  Guest: 'guest',
  Voice: 'narrator',
  Reader: 'narrator',
}

/** Those who are heard. */
export function personsOf(credits: readonly Credit[], addresses: FeedAddresses): FeedPerson[] {
  return credits.flatMap(({ creator, role }) => {
    const told = roles[role]
    return told
      ? [{ name: creator.nickname, role: told, link: addresses.page(`/creators/${creator.id}`) }]
      : []
  })
}
