import type { AudioBook, AudioBookDetail, Track } from '@earmark/contract/audio-books.ts'
import { findAudioBook } from '../../catalogue/audio-books/audio-books.queries.ts'
import { findChaptersOwner } from '../../catalogue/chapters/chapters.queries.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import { type FeedDeps, itemsOnPage } from './feed-deps.ts'
import { type FedRecord, feedSettings, guidOf, placeCategory } from './feed-settings.ts'
import { type FeedRow, findFeedRow } from './feeds.queries.ts'
import { personsOf } from './podcast-feed.ts'
import type { Feed, FeedItem } from './writer/feed.ts'

/** A page of a public audio book's feed, each file an item in order; null where there is none. */
export async function makeAudioBookFeed(
  { db: { connection }, config }: FeedDeps,
  id: number,
  page: number,
  addresses: FeedAddresses,
): Promise<Feed | null> {
  const row = await findFeedRow(connection, 'audio-book', id)
  const book = row && (await findAudioBook(connection, id))
  if (!book) return null
  const pagesCount = Math.max(1, Math.ceil(book.tracks.length / itemsOnPage))
  if (page > pagesCount) return null
  const owner = await findChaptersOwner(connection, { kind: 'audio-book', id }, 'public')
  const { categories, ...settings } = feedSettings(row, fedAudioBook(book), config)
  const chaptersUrl =
    owner && book.tracks.length === 1 && book.chaptersCount > 0
      ? addresses.chapters('audio-books', id, owner.version)
      : null
  const tracks = book.tracks.slice((page - 1) * itemsOnPage, page * itemsOnPage)
  return {
    ...addresses.ofFeed('audio-book', id),
    ...settings,
    title: book.name,
    link: row.link ?? addresses.page(`/audio-books/${id}`),
    page,
    pagesCount,
    description: book.description ?? book.name,
    categories: categories.map(placeCategory),
    imageUrl: addresses.image(book.coverImageUrl),
    guid: guidOf('audio-book', id, row),
    medium: 'audiobook',
    persons: personsOf(book.credits, addresses),
    changedAt: row.changed_at,
    items: tracks.map((track) => itemOf(track, book, { row, addresses, chaptersUrl })),
  }
}

export function fedAudioBook(book: AudioBook): FedRecord {
  const author = book.authors.map(({ nickname }) => nickname).join(', ') || null
  return { ...book, subjects: book.genres, author, type: 'serial' }
}

const minuteMs = 60_000

/** Apps without an order of their own sort by date: each part is a minute younger than the one before it. */
function itemOf(
  track: Track,
  book: AudioBookDetail,
  { row, addresses, chaptersUrl }: { row: FeedRow; addresses: FeedAddresses; chaptersUrl: string | null },
): FeedItem {
  const { number } = track
  const untitled = book.tracks.length === 1 ? book.name : `${book.name} ${number}`
  return {
    title: track.title ?? untitled,
    guid: `earmark-audio-book-${book.id}-${number}@${row.host}`,
    link: addresses.page(`/audio-books/${book.id}`),
    publishedAt: Date.parse(book.createdAt) + (number - 1) * minuteMs,
    description: number === 1 ? book.description : null,
    enclosure: {
      url: addresses.media(track.audioUrl.slice('/media/'.length)),
      sizeBytes: track.sizeBytes,
      contentType: track.contentType,
    },
    durationMs: track.durationSeconds * 1000,
    number,
    season: null,
    type: 'full',
    imageUrl: null,
    isExplicit: book.isExplicit,
    persons: [],
    chaptersUrl,
  }
}
