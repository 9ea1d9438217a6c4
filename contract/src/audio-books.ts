import Type, { type Static } from 'typebox'
import { AudioBookFilters } from './browse.ts'
import { Creator } from './creators.ts'
import { Credit } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import {
  ChangeFields,
  ChaptersCount,
  CoverFields,
  Id,
  IdParams,
  Instant,
  Language,
  MediaUrl,
  Nullable,
  NullableText,
  Seconds,
} from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

/** An audio book's place in a series; `sequence` is `1`, `1.5`, `2-3` or whatever an editor wrote. */
export const SeriesPart = Type.Object({ id: Id, name: Type.String(), sequence: NullableText })
export type SeriesPart = Static<typeof SeriesPart>

/**
 * `authors` and `readers` are those of the credits with that role, each creator once. The files of `tracksCount` sound one
 * after another at `audioUrl`; where they are of different kinds it is null.
 */
export const AudioBook = Type.Object({
  id: Id,
  name: Type.String(),
  subtitle: NullableText,
  description: NullableText,
  ...CoverFields,
  audioUrl: MediaUrl,
  tracksCount: Type.Integer({ minimum: 0 }),
  isAvailable: Type.Boolean({
    description: 'Whether its files are there: those of a library folder may be missing for a while',
  }),
  durationSeconds: Nullable(Seconds),
  chaptersCount: ChaptersCount,
  authors: Type.Array(Creator),
  readers: Type.Array(Creator),
  credits: Type.Array(Credit),
  series: Type.Array(SeriesPart),
  genres: Type.Array(Type.String()),
  language: Language,
  publishedYear: Nullable(Type.Integer()),
  publisher: NullableText,
  isbn: NullableText,
  isAbridged: Nullable(Type.Boolean()),
  isExplicit: Type.Boolean(),
  publishedAt: Nullable(Instant),
  ...ChangeFields,
})
export type AudioBook = Static<typeof AudioBook>

/** One file of a recording, with its place in the time of the whole; a recording of one file has it at its own address. */
export const Track = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  title: NullableText,
  audioUrl: Type.String(),
  contentType: Type.String(),
  startSeconds: Seconds,
  durationSeconds: Seconds,
  sizeBytes: Type.Integer({ minimum: 0 }),
})
export type Track = Static<typeof Track>

export const AudioBookDetail = Type.Object({ ...AudioBook.properties, tracks: Type.Array(Track) })
export type AudioBookDetail = Static<typeof AudioBookDetail>

export const audioBookSortFields = [
  'id',
  'name',
  'createdAt',
  'publishedAt',
  'publishedYear',
  'durationSeconds',
  'author',
] as const

const tags = ['Audio books']

export const listAudioBooks = {
  method: 'GET',
  url: '/audio-books',
  schema: {
    operationId: 'listAudioBooks',
    summary: 'All audio books, by id',
    tags,
    response: { 200: Type.Array(AudioBook) },
  },
} as const satisfies Endpoint

export const pageAudioBooks = {
  method: 'GET',
  url: '/audio-books/paged',
  schema: {
    operationId: 'pageAudioBooks',
    summary: 'A page of audio books',
    tags,
    querystring: PagedQuerystring(audioBookSortFields, AudioBookFilters),
    response: { 200: PagedResult(AudioBook, audioBookSortFields, AudioBookFilters) },
  },
} as const satisfies Endpoint

export const getAudioBook = {
  method: 'GET',
  url: '/audio-books/:id',
  schema: {
    operationId: 'getAudioBook',
    summary: 'One audio book',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: AudioBookDetail },
  },
} as const satisfies Endpoint
