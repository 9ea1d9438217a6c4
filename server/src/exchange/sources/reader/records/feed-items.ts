import type { FeedItem, FeedPlace, UnchangedItem } from '../feed-document.ts'
import { attributeOf, childrenOf, lineOf, textOf } from '../text/element-queries.ts'
import { parseFeedDate } from '../text/feed-dates.ts'
import type { FeedElement } from '../text/feed-elements.ts'
import { parseDuration, parseNumber, parseUrl, parseYesNo } from '../text/feed-values.ts'
import { cutAt, oneLine } from '../text/plain-text.ts'
import { feedNotesOf, notesSourceOf } from './notes-source.ts'
import { authorOf, chaptersOf, personsOf, transcriptsOf } from './feed-persons.ts'
import { imageOf, mediaDurationOf, mediaOf } from './feed-media.ts'
import { contentHashOf, type ItemKeys } from './item-keys.ts'
import { linkOf } from './feed-links.ts'

export const maxTitleLength = 500
const maxLabelLength = 40
const dayMs = 24 * 3600 * 1000

export interface ItemContext extends Pick<FeedPlace, 'url' | 'now'> {
  /** Of the document so far. */
  readonly keys: ItemKeys
  readonly knownHashes: ReadonlySet<string>
}

export type ReadItem =
  | { readonly kind: 'item'; readonly item: FeedItem }
  | { readonly kind: 'unchanged'; readonly item: UnchangedItem }

/** Null for an item that nothing is told of, or that stood in the document already. */
export function readItem(item: FeedElement, { url, now, keys, knownHashes }: ItemContext): ReadItem | null {
  const base = parseUrl(attributeOf(item, 'xml:base'), url) ?? url
  const guid = textOf(item, 'guid', 'id', 'atom:id') ?? attributeOf(item, 'rdf:about')
  const link = linkOf(item, base)
  const media = mediaOf(item, base)
  const date = textOf(
    item,
    'pubdate',
    'published',
    'issued',
    'dc:date',
    'atom:published',
    'updated',
    'modified',
    'atom:updated',
    'created',
  )
  const statedTitle = lineOf(item, maxTitleLength, 'title', 'itunes:title', 'atom:title', 'dc:title')
  const enclosureUrl = media.enclosure?.url ?? null
  const guidKey = keys.take({ guid, enclosureUrl, link, title: statedTitle, date })
  if (guidKey === null) return null
  const source = notesSourceOf(item)
  const stated = {
    guid,
    link,
    ...media,
    durationSeconds:
      parseDuration(textOf(item, 'itunes:duration') ?? '') ?? mediaDurationOf(item, media, base),
    ...numbersOf(item),
    isExplicit: parseYesNo(textOf(item, 'itunes:explicit', 'googleplay:explicit')),
    imageUrl: imageOf(item, base),
    author: authorOf(item),
    persons: personsOf(item, base),
    chaptersUrl: parseUrl(attributeOf(childrenOf(item, 'podcast:chapters')[0], 'url'), base),
    chapters: chaptersOf(item, base),
    transcripts: transcriptsOf(item, base),
  }
  const contentHash = contentHashOf([guidKey, statedTitle, date, source.isPlain, stated], source.text)
  const publishedAt = momentOf(date, now)
  if (knownHashes.has(contentHash)) return { kind: 'unchanged', item: { guidKey, publishedAt, contentHash } }
  const description = feedNotesOf(source, link ?? base)
  const title = statedTitle ?? titleFrom(description.text, enclosureUrl)
  return { kind: 'item', item: { guidKey, title, publishedAt, ...stated, description, contentHash } }
}

/** A date that is more than a day ahead is now. */
function momentOf(date: string | null, now: number): number | null {
  const stated = date === null ? null : parseFeedDate(date)
  return stated !== null && stated > now + dayMs ? now : stated
}

function titleFrom(notes: string, enclosureUrl: string | null): string {
  const words = cutAt(oneLine(notes, maxTitleLength).split(/(?<=[.!?]) /, 1)[0] ?? '', 80)
  if (words !== '') return words
  const file = new URL(enclosureUrl ?? 'http://none/').pathname.split('/').at(-1) ?? ''
  return oneLine(decodedName(file).replace(/\.\w{2,4}$/, ''), maxTitleLength) || 'Untitled'
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const episodeTypes = new Map([
  ['trailer', 'Trailer'],
  ['bonus', 'Bonus'],
] as const)

function numbersOf(item: FeedElement): Pick<FeedItem, 'season' | 'episode' | 'episodeLabel' | 'episodeType'> {
  const ofPodcasting = childrenOf(item, 'podcast:episode')[0]
  const written = ofPodcasting?.text.trim() || textOf(item, 'itunes:episode') || null
  const episode = parseNumber(written)
  const display = oneLine(attributeOf(ofPodcasting, 'display') ?? '', maxLabelLength)
  const label = display || (episode === null ? oneLine(written ?? '', maxLabelLength) : '')
  const type = textOf(item, 'itunes:episodetype')?.toLowerCase() ?? ''
  return {
    season: parseNumber(textOf(item, 'podcast:season', 'itunes:season')),
    episode,
    episodeLabel: label || null,
    episodeType: episodeTypes.get(type as 'trailer') ?? 'Full',
  }
}
