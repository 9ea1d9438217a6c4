import { readCredits } from '../../catalogue/creators/credits.queries.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import { bookItem, episodeItem, fileOf, type ItemFile } from './feed-items.ts'
import type { FeedDeps } from './feed-deps.ts'
import { placePage } from './pages.ts'
import type { TokenHolder } from './tokens/feed-tokens.queries.ts'
import type { Feed, FeedItem } from './writer/feed.ts'
import { podcastGuid } from './writer/podcast-guid.ts'
import {
  countLibraryItems,
  type LibraryItemRow,
  type LibraryState,
  pageLibraryItems,
} from './library-items.queries.ts'

/** A listener's library as a feed: whatever app reads it has all of it. */
export async function makeLibraryFeed(
  { db: { connection }, config }: FeedDeps,
  { userId, userName }: TokenHolder,
  { page, state }: { readonly page: number; readonly state: LibraryState },
  addresses: FeedAddresses,
): Promise<Feed | null> {
  const placed = placePage(page, await countLibraryItems(connection, userId))
  if (!placed) return null
  const { slice, ...pages } = placed
  const rows = await pageLibraryItems(connection, userId, slice)
  return {
    ...addresses.ofFeed('library'),
    title: `${userName}’s library`,
    link: addresses.page('/my-library'),
    ...pages,
    description: 'The audio books and episodes of a library in Earmark.',
    language: config.feedLanguage,
    categories: [],
    isExplicit: false,
    imageUrl: null,
    author: null,
    type: 'episodic',
    guid: podcastGuid(`${config.publicUrl}/feeds/library/${userId}`),
    medium: 'podcast',
    isLocked: true,
    ownerEmail: null,
    tellsOwner: false,
    persons: [],
    funding: [],
    verify: [],
    copyright: null,
    isComplete: false,
    changedAt: state.changedAt,
    items: rows.values().flatMap((row) => {
      const file = fileOf(row, addresses)
      return file ? [itemOf(row, file, addresses)] : []
    }),
  }
}

function itemOf(row: LibraryItemRow, file: ItemFile, addresses: FeedAddresses): FeedItem {
  const common = {
    imageUrl: addresses.image(row.cover_key),
    isExplicit: row.is_explicit === 1,
    hasChapters: row.chapters_count > 0 && row.files_count <= 1,
    chaptersVersion: row.chapters_version,
  }
  if (row.id !== null) {
    const episode = {
      ...common,
      id: row.id,
      podcastId: row.podcast_id as number,
      name: `${row.podcast_name}: ${row.name}`,
      description: row.description,
      guid: row.guid ?? '',
      notes: row.notes,
      transcripts: row.transcripts,
      number: row.number,
      label: row.label,
      season: row.season,
      type: row.type ?? 'Full',
      publishedAt: row.published_at ?? (row.created_at as number),
      credits: readCredits(row.credits),
    }
    return episodeItem(episode, file, addresses)
  }
  const book = {
    ...common,
    id: row.book_id as number,
    name: row.book_name as string,
    description: row.book_description,
    host: row.host,
    createdAt: row.book_created_at as number,
    filesCount: row.files_count,
  }
  return bookItem(book, { ...file, title: row.title, number: (row.ordinal ?? 0) + 1 }, addresses)
}
