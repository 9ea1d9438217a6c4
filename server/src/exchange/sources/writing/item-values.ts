import { maxDescriptionLength, maxNameLength } from '@earmark/contract/limits.ts'
import type { FeedEnclosure, FeedItem, FeedNotes } from '../reader/feed-document.ts'

/** What of an item stands in the columns of its episode. */

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]+/g
// oxlint-disable-next-line no-control-regex
const controlsOfText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g

export function lineOf(text: string, maxLength = maxNameLength): string {
  return cut(text.replaceAll(controls, ' ').trim(), maxLength)
}

/** Null for nothing. */
export function descriptionOf({ text }: FeedNotes): string | null {
  return cut(text.replaceAll(controlsOfText, ' ').trim(), maxDescriptionLength) || null
}

/** Never within a character. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

const maxLabelLength = 50
const maxSeason = 999_999

export function episodeValues(item: FeedItem) {
  const label = item.episodeLabel ?? (item.episode === null ? null : String(item.episode))
  const isSeason = item.season !== null && item.season >= 0 && item.season <= maxSeason
  return {
    name: lineOf(item.title) || 'Untitled',
    description: descriptionOf(item.description),
    notes: item.description.json,
    season: isSeason ? item.season : null,
    label: label === null ? null : lineOf(label, maxLabelLength) || null,
    type: item.episodeType,
    isExplicit: item.isExplicit === true ? (1 as const) : (0 as const),
  }
}

const knownTypes: Readonly<Record<string, string>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4b': 'audio/mp4',
  'audio/aac': 'audio/aac',
  'audio/x-aac': 'audio/aac',
  'audio/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/flac': 'audio/flac',
  'audio/x-flac': 'audio/flac',
  'audio/wav': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/webm': 'audio/webm',
}

const typesByExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  webm: 'audio/webm',
}

/** One of ours, by the extension before what the feed says; MP3 for what nobody knows. */
export function relayTypeOf({ contentType, url }: FeedEnclosure): string {
  const extension = /\.([a-z0-9]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return typesByExtension[extension] ?? knownTypes[contentType ?? ''] ?? 'audio/mpeg'
}
