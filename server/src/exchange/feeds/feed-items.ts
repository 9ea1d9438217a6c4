import type { Credit, CreditRole } from '@earmark/contract/credits.ts'
import type { EpisodeType } from '@earmark/contract/episodes.ts'
import type { Notes } from '@earmark/contract/notes.ts'
import { mediaFile } from '../../media/content-type.ts'
import { notesHtml } from '../sources/reader/notes/notes-text.ts'
import { readTranscripts, transcriptTypes } from './transcripts.queries.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import type { FeedFile, FeedItem, FeedPerson } from './writer/feed.ts'

export interface ItemFile extends FeedFile {
  readonly durationMs: number | null
}

interface FileRow {
  readonly key: string | null
  readonly content_type: string | null
  readonly size_bytes: number | null
  readonly joined_bytes: number | null
  readonly duration_ms: number | null
  readonly relay_key: string | null
  readonly relay_type: string | null
  readonly relay_duration_ms: number | null
  readonly origin_bytes: number | null
}

/** A sound elsewhere is passed on; null for one that these addresses cannot tell. RSS wants a length: 0 is none. */
export function fileOf(row: FileRow, addresses: FeedAddresses): ItemFile | null {
  const { key, content_type: contentType, relay_key: relayKey, relay_type: relayType } = row
  if (key !== null && contentType !== null) {
    const sizeBytes = row.joined_bytes ?? row.size_bytes ?? 0
    const url = addresses.media(mediaFile(key, contentType))
    return { url, sizeBytes, contentType, durationMs: row.duration_ms }
  }
  if (relayKey === null || relayType === null) return null
  const url = addresses.relay(mediaFile(relayKey, relayType))
  const sizeBytes = row.origin_bytes ?? 0
  return url === null ? null : { url, sizeBytes, contentType: relayType, durationMs: row.relay_duration_ms }
}

interface ItemRecord {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly imageUrl: string | null
  readonly isExplicit: boolean
  readonly hasChapters: boolean
  readonly chaptersVersion: number
}

interface ItemEpisode extends ItemRecord {
  readonly podcastId: number
  readonly guid: string
  /** Of the contract, as JSON. */
  readonly notes: string | null
  readonly number: number | null
  /** As its own feed says the number; empty or null: it does not. */
  readonly label: string | null
  readonly season: number | null
  readonly type: EpisodeType
  /** Epoch milliseconds. */
  readonly publishedAt: number
  readonly credits: readonly Credit[]
  /** As `transcriptsOf` selects them. */
  readonly transcripts: string | null
}

const types = { Full: 'full', Trailer: 'trailer', Bonus: 'bonus' } as const

export function episodeItem(
  episode: ItemEpisode,
  { durationMs, ...enclosure }: ItemFile,
  addresses: FeedAddresses,
): FeedItem {
  const { id, podcastId, hasChapters, chaptersVersion } = episode
  return {
    title: episode.name,
    guid: episode.guid,
    link: addresses.page(`/podcasts/${podcastId}/episodes/${id}`),
    publishedAt: episode.publishedAt,
    description: episode.description,
    notesHtml: episode.notes === null ? null : notesHtml(JSON.parse(episode.notes) as Notes),
    enclosure,
    durationMs,
    ...toldNumber(episode),
    season: episode.season,
    type: types[episode.type],
    imageUrl: episode.imageUrl,
    isExplicit: episode.isExplicit,
    persons: personsOf(episode.credits, addresses),
    chaptersUrl: hasChapters ? addresses.chapters('episodes', id, chaptersVersion) : null,
    transcripts: readTranscripts(episode.transcripts).map(({ format, revision, language }) => ({
      url: addresses.transcript(id, revision, format),
      contentType: transcriptTypes[format],
      language,
    })),
  }
}

const mostDisplayed = 32

/** Of an episode from elsewhere as its own feed says it, beside the season that is said there. */
function toldNumber({
  number,
  label,
}: Pick<ItemEpisode, 'number' | 'label'>): Pick<FeedItem, 'number' | 'display'> {
  if (!label) return { number, display: null }
  return /^\d{1,6}$/.test(label)
    ? { number: Number(label), display: null }
    : { number, display: label.slice(0, mostDisplayed) }
}

interface ItemBook extends ItemRecord {
  /** Where it was first public. */
  readonly host: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly filesCount: number
}

interface BookFile extends ItemFile {
  readonly title: string | null
  /** From 1. */
  readonly number: number
}

const minuteMs = 60_000

/** Apps without an order of their own sort by date: each part is a minute younger than the one before it. */
export function bookItem(
  book: ItemBook,
  { durationMs, title, number, ...enclosure }: BookFile,
  addresses: FeedAddresses,
): FeedItem {
  const { id, name, hasChapters, chaptersVersion } = book
  return {
    title: title ?? (book.filesCount <= 1 ? name : `${name} ${number}`),
    guid: `earmark-audio-book-${id}-${number}@${book.host}`,
    link: addresses.page(`/audio-books/${id}`),
    publishedAt: book.createdAt + (number - 1) * minuteMs,
    description: number === 1 ? book.description : null,
    notesHtml: null,
    enclosure,
    durationMs,
    number,
    display: null,
    season: null,
    type: 'full',
    imageUrl: book.imageUrl,
    isExplicit: book.isExplicit,
    persons: [],
    chaptersUrl: hasChapters ? addresses.chapters('audio-books', id, chaptersVersion) : null,
    transcripts: [],
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
