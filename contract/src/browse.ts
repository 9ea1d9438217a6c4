import Type, { type Static, type TSchema } from 'typebox'
import { CreditRole } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { SearchField } from './paging.ts'

/** Filters of lists, and the values that they offer with counts. */

const maxValues = 50

/** A parameter that may be repeated: any of its values matches. */
const several = <T extends TSchema>(value: T) => Type.Optional(Type.Array(value, { maxItems: maxValues }))
const FilterText = Type.String({ pattern: '^[^\\u0000]*$' })
const bound = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e9, description }))
const Year = Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 }))

const commonFilters = {
  creatorId: several(Id),
  role: several({ ...CreditRole, description: 'Of the creators of `creatorId`; any role unless given' }),
  language: several({ ...FilterText, description: 'A language without sub-tags: `pt` matches `pt-BR`' }),
}

export const AudioBookFilters = Type.Object({
  ...commonFilters,
  seriesId: several(Id),
  genre: several(FilterText),
  minSeconds: bound('Inclusive, as all bounds'),
  maxSeconds: bound('A recording without audio is within no bounds'),
  fromYear: Year,
  toYear: Year,
})
export type AudioBookFilters = Static<typeof AudioBookFilters>

export const PodcastFilters = Type.Object({ ...commonFilters, category: several(FilterText) })
export type PodcastFilters = Static<typeof PodcastFilters>

const Count = Type.Integer({ minimum: 0 })
const TextFacet = Type.Array(Type.Object({ value: Type.String(), count: Count }))
const CreatorFacet = Type.Array(Type.Object({ value: Id, name: Type.String(), count: Count }))

export const AudioBookFacets = Type.Object({
  genres: TextFacet,
  languages: TextFacet,
  lengths: Type.Array(
    Type.Object({
      value: Type.String({ description: 'Hours: `0-1`, `1-3`, `3-10` or `10-`, bounds included' }),
      count: Count,
    }),
  ),
  years: Type.Array(Type.Object({ value: Type.Integer(), count: Count })),
  authors: CreatorFacet,
  readers: CreatorFacet,
})
export type AudioBookFacets = Static<typeof AudioBookFacets>

export const PodcastFacets = Type.Object({ categories: TextFacet, languages: TextFacet })
export type PodcastFacets = Static<typeof PodcastFacets>

const description =
  'Each facet is counted with the search and all filters but its own; at most 100 values each, the most frequent first.'
const search = Type.Optional(SearchField)

export const getAudioBookFacets = {
  method: 'GET',
  url: '/audio-books/facets',
  schema: {
    operationId: 'getAudioBookFacets',
    summary: 'What audio books can be filtered by, with counts',
    tags: ['Audio books'],
    description,
    querystring: Type.Object({ ...AudioBookFilters.properties, search }),
    response: { 200: AudioBookFacets },
  },
} as const satisfies Endpoint

export const getPodcastFacets = {
  method: 'GET',
  url: '/podcasts/facets',
  schema: {
    operationId: 'getPodcastFacets',
    summary: 'What podcasts can be filtered by, with counts',
    tags: ['Podcasts'],
    description,
    querystring: Type.Object({ ...PodcastFilters.properties, search }),
    response: { 200: PodcastFacets },
  },
} as const satisfies Endpoint
