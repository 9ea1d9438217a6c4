import type { AudioBookDetail, Track } from '@earmark/contract/audio-books.ts'
import { findAudioBook } from '../../catalogue/audio-books/audio-books.queries.ts'
import { findChaptersOwner } from '../../catalogue/chapters/chapters.queries.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import type { FeedDeps } from './feed-deps.ts'
import { placePage } from './pages.ts'
import { feedSettings, guidOf, placeCategory } from './settings/feed-settings.ts'
import { coverKeyOf, fedAudioBook } from './settings/fed-records.ts'
import { type FeedRow, findFeedRow } from './settings/feed-rows.queries.ts'
import { bookItem, personsOf } from './feed-items.ts'
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
  const placed = placePage(page, book.tracks.length)
  if (!placed) return null
  const owner = await findChaptersOwner(connection, { kind: 'audio-book', id }, 'public')
  const { categories, ...settings } = feedSettings(row, fedAudioBook(book), config)
  const { slice, ...pages } = placed
  const tracks = book.tracks.slice(slice.offset, slice.offset + slice.limit)
  return {
    ...addresses.ofFeed('audio-book', id),
    ...settings,
    title: book.name,
    link: row.link ?? addresses.page(`/audio-books/${id}`),
    ...pages,
    description: book.description ?? book.name,
    categories: categories.map(placeCategory),
    imageUrl: addresses.image(coverKeyOf(book)),
    guid: guidOf('audio-book', id, row),
    medium: 'audiobook',
    persons: personsOf(book.credits, addresses),
    changedAt: row.changed_at,
    items: tracks.map((track) => itemOf(track, book, { row, addresses, chaptersVersion: owner?.version })),
  }
}

interface Context {
  readonly row: FeedRow
  readonly addresses: FeedAddresses
  readonly chaptersVersion: number | undefined
}

function itemOf(track: Track, book: AudioBookDetail, { row, addresses, chaptersVersion }: Context): FeedItem {
  const { number, title, sizeBytes, contentType } = track
  const record = {
    id: book.id,
    name: book.name,
    description: book.description,
    imageUrl: null,
    isExplicit: book.isExplicit,
    hasChapters: chaptersVersion !== undefined && book.tracks.length === 1 && book.chaptersCount > 0,
    chaptersVersion: chaptersVersion ?? 0,
    host: row.host,
    createdAt: Date.parse(book.createdAt),
    filesCount: book.tracks.length,
  }
  const url = addresses.media(track.audioUrl.slice('/media/'.length))
  const durationMs = track.durationSeconds * 1000
  return bookItem(record, { url, sizeBytes, contentType, durationMs, title, number }, addresses)
}
