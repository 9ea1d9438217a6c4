import Type, { type Static } from 'typebox'
import { AudioBook } from './audio-books.ts'
import { Creator } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, NullableText } from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

/** What is shown of a series in lists: covers of its first parts, and who wrote any of its parts. */
export const Series = Type.Object({
  id: Id,
  name: Type.String(),
  description: NullableText,
  booksCount: Type.Integer({ minimum: 0, description: 'Of its public audio books, as all that is shown' }),
  authors: Type.Array(Creator),
  coverImagePreviewUrls: Type.Array(Type.String(), { maxItems: 4 }),
  updatedAt: Instant,
})
export type Series = Static<typeof Series>

/** A series fetched singly, with its public audio books by sequence. */
export const SeriesDetail = Type.Object({ ...Series.properties, audioBooks: Type.Array(AudioBook) })
export type SeriesDetail = Static<typeof SeriesDetail>

export const seriesSortFields = ['id', 'name'] as const
export type SeriesSortField = (typeof seriesSortFields)[number]

const tags = ['Series']

export const listSeries = {
  method: 'GET',
  url: '/series',
  schema: {
    operationId: 'listSeries',
    summary: 'All series, by id',
    tags,
    response: { 200: Type.Array(Series) },
  },
} as const satisfies Endpoint

export const pageSeries = {
  method: 'GET',
  url: '/series/paged',
  schema: {
    operationId: 'pageSeries',
    summary: 'A page of series',
    tags,
    querystring: PagedQuerystring(seriesSortFields),
    response: { 200: PagedResult(Series, seriesSortFields) },
  },
} as const satisfies Endpoint

export const getSeries = {
  method: 'GET',
  url: '/series/:id',
  schema: {
    operationId: 'getSeries',
    summary: 'One series with its audio books',
    tags,
    description:
      'By the first number of their sequences (`1`, `1.5`, `2-3`); then those with other sequences, then those without.',
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: SeriesDetail },
  },
} as const satisfies Endpoint
