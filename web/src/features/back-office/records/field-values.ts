/** The fields of records beside number, name, description and files: their values in a form, checks and parts. */
import { maxEpisodeNumber } from '@earmark/contract/limits.ts'
import type { SeriesPart } from '@earmark/contract/audio-books.ts'
import type { EpisodeType } from '@earmark/contract/episodes.ts'
import type { EpisodeOrder } from '@earmark/contract/podcasts.ts'
import { fieldMessages } from './field-messages.ts'

/** What a record has of these fields. */
export interface FieldsOfRecord {
  subtitle?: string | null
  series?: readonly SeriesPart[]
  genres?: readonly string[]
  categories?: readonly string[]
  language?: string | null
  publishedYear?: number | null
  publisher?: string | null
  isbn?: string | null
  isAbridged?: boolean | null
  isExplicit?: boolean
  link?: string | null
  episodeOrder?: EpisodeOrder
  season?: number | null
  episodeType?: EpisodeType
  publishedAt?: string | null
}

/** A place in a series; its sequence empty for none. */
export interface SeriesValue {
  id: number
  name: string
  sequence: string
}

/** In the order of the fields. */
export interface FieldValues {
  subtitle: string
  series: SeriesValue[]
  genres: string[]
  categories: string[]
  language: string
  publishedYear: string
  publisher: string
  isbn: string
  isAbridged: '' | 'true' | 'false'
  link: string
  episodeOrder: EpisodeOrder
  season: string
  episodeType: EpisodeType
  /** ISO 8601. */
  publishedAt: string
  isExplicit: boolean
}

export function fieldsOf(record: FieldsOfRecord): FieldValues {
  return {
    subtitle: record.subtitle ?? '',
    series: (record.series ?? []).map(({ id, name, sequence }) => ({ id, name, sequence: sequence ?? '' })),
    genres: [...(record.genres ?? [])],
    categories: [...(record.categories ?? [])],
    language: record.language ?? '',
    publishedYear: String(record.publishedYear ?? ''),
    publisher: record.publisher ?? '',
    isbn: record.isbn ?? '',
    isAbridged: record.isAbridged == null ? '' : record.isAbridged ? 'true' : 'false',
    link: record.link ?? '',
    episodeOrder: record.episodeOrder ?? 'Newest',
    season: String(record.season ?? ''),
    episodeType: record.episodeType ?? 'Full',
    publishedAt: record.publishedAt ?? '',
    isExplicit: record.isExplicit ?? false,
  }
}

/** As the server keeps them. */
export function keptFields(values: FieldValues): FieldValues {
  return fieldsOf({
    subtitle: textIn(values.subtitle),
    series: values.series.map((part) => ({ ...part, sequence: textIn(part.sequence) })),
    genres: values.genres,
    categories: values.categories,
    language: values.language,
    publishedYear: numberIn(values.publishedYear),
    publisher: textIn(values.publisher),
    isbn: textIn(values.isbn),
    isAbridged: abridgedIn(values),
    link: textIn(values.link),
    episodeOrder: values.episodeOrder,
    season: numberIn(values.season),
    episodeType: values.episodeType,
    publishedAt: values.publishedAt,
    isExplicit: values.isExplicit,
  })
}

function abridgedIn({ isAbridged }: FieldValues): boolean | null {
  return isAbridged === '' ? null : isAbridged === 'true'
}

function textIn(text: string): string | null {
  return text.trim() || null
}

function numberIn(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Null clears. */
export function bookFieldParts(values: FieldValues) {
  return {
    Subtitle: textIn(values.subtitle),
    Series: values.series.map(({ id, sequence }) => ({ id, sequence: textIn(sequence) })),
    Genres: values.genres,
    Language: textIn(values.language),
    PublishedYear: numberIn(values.publishedYear),
    Publisher: textIn(values.publisher),
    Isbn: textIn(values.isbn),
    IsAbridged: abridgedIn(values),
    IsExplicit: values.isExplicit,
  }
}

export function podcastFieldParts(values: FieldValues) {
  return {
    Categories: values.categories,
    Language: textIn(values.language),
    Link: textIn(values.link),
    EpisodeOrder: values.episodeOrder,
    IsExplicit: values.isExplicit,
  }
}

export function episodeFieldParts(values: FieldValues) {
  return {
    Season: numberIn(values.season),
    EpisodeType: values.episodeType,
    PublishedAt: textIn(values.publishedAt),
    IsExplicit: values.isExplicit,
  }
}

export function checkYear(year: string): string | undefined {
  return /^\s*\d{0,4}\s*$/.test(year) ? undefined : fieldMessages.yearInvalid
}

export function checkSeason(season: string): string | undefined {
  const isNumber = /^\s*\d*\s*$/.test(season) && Number(season) <= maxEpisodeNumber
  return isNumber ? undefined : fieldMessages.seasonInvalid
}

/** The local time of an instant as a date field takes it; empty for none. */
export function localTimeOf(instant: string): string {
  if (instant === '') return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant of a local time; empty for none. */
export function instantOf(localTime: string): string {
  const time = Date.parse(localTime)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
