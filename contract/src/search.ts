import Type, { type Static, type TSchema } from 'typebox'
import { AudioBook } from './audio-books.ts'
import { CreatorDetail } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import { PodcastEpisode } from './episodes.ts'
import { Id, MediaUrl, PreviewFields } from './fields.ts'
import { maxSearchLength, PageFields, readPagedQuery } from './paging.ts'
import { Podcast } from './podcasts.ts'
import { Series } from './series.ts'

/** Of a kind, in an answer with all of them. */
export const maxFound = 6
export const maxSuggestions = 8

export const suggestionKinds = ['Series', 'Creator', 'AudioBook', 'Podcast', 'Episode'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

const Search = Type.String({
  maxLength: maxSearchLength,
  pattern: '^[^\\u0000]*$',
  default: '',
  description: 'Words, word beginnings, small typing errors; trimmed',
})

/** Left out, the search is empty. */
const SearchQuerystring = Type.Unsafe<{ search: string }>(Type.Partial(Type.Object({ search: Search })))

const Kind = Type.Unsafe<SuggestionKind>({ type: 'string', enum: [...suggestionKinds] })

const SearchAllQuerystring = Type.Object({
  search: Search,
  kind: Type.Optional({
    ...Kind,
    description: 'Answers a page of this kind, and of the others their numbers alone',
  }),
  pageNumber: Type.Optional({ ...PageFields.properties.pageNumber, description: 'Of a kind' }),
  pageSize: Type.Optional({
    ...PageFields.properties.pageSize,
    default: maxFound,
    description: 'Of a kind',
  }),
})
export type SearchAllQuery = Static<typeof SearchAllQuerystring>

const foundPageSize = 24

/**
 * What an address of the search page asks for, all kinds or a page of one; what is wrong in it counts as absent. Server
 * and web app read it alike, so that the page's first data is found by the page.
 */
export function readSearchAddress(address: Readonly<Record<string, unknown>>): SearchAllQuery {
  const { search, pageNumber } = readPagedQuery(address, [])
  const kind = suggestionKinds.find((known) => known === address.kind)
  return kind ? { search, kind, pageNumber, pageSize: foundPageSize } : { search }
}

function Found<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item, { description: `Best first; of all kinds the ${maxFound} best` }),
    totalCount: Type.Integer({ minimum: 0 }),
  })
}

/** An episode with the name of its podcast. */
export const FoundEpisode = Type.Object({ ...PodcastEpisode.properties, podcastName: Type.String() })
export type FoundEpisode = Static<typeof FoundEpisode>

/** A word that no record has, and the words that were searched for instead. */
export const Correction = Type.Object({
  word: Type.String({ description: 'As it was typed' }),
  instead: Type.Array(Type.String(), { description: 'Folded; words of what is found, the nearest first' }),
})
export type Correction = Static<typeof Correction>

export const SearchResult = Type.Object({
  audioBooks: Found(AudioBook),
  podcasts: Found(Podcast),
  episodes: Found(FoundEpisode),
  creators: Found(CreatorDetail),
  series: Found(Series),
  best: Type.Optional({
    ...Kind,
    description:
      'The kind whose first item has exactly this name, or else Series, if there are any. Absent for neither, and for a page of one kind',
  }),
  corrected: Type.Array(Correction, { description: 'Words with typing errors' }),
  ignored: Type.Array(Type.String(), {
    description: 'Words of the search that nothing of any kind matches, and that were left out for that',
  }),
})
export type SearchResult = Static<typeof SearchResult>

export const searchAll = {
  method: 'GET',
  url: '/search',
  schema: {
    operationId: 'searchAll',
    summary: 'Search records of all kinds',
    tags: ['Search'],
    description:
      'Each word must match, in the name, the other texts or the names of creators and series. Where they find nothing together, words that match nothing anywhere are left out, as long as others remain.',
    querystring: SearchAllQuerystring,
    response: { 200: SearchResult },
  },
} as const satisfies Endpoint

const Count = Type.Integer({ minimum: 0 })

/** A name with what stands beside it in a list: a picture and a fact, by its kind. */
export const Suggestion = Type.Object({
  kind: Kind,
  id: Id,
  name: Type.String(),
  podcastId: Type.Optional({ ...Id, description: 'Of an episode' }),
  podcastName: Type.Optional(Type.String({ description: 'Of an episode' })),
  ...Type.Partial(Type.Object(PreviewFields)).properties,
  imagePreviewUrl: Type.Optional({ ...MediaUrl, description: 'Of a creator' }),
  people: Type.Optional(
    Type.Array(Type.String(), { description: 'Of an audio book: its authors, or else its readers' }),
  ),
  audioBooksCount: Type.Optional({ ...Count, description: 'Of a series or creator' }),
  podcastsCount: Type.Optional({ ...Count, description: 'Of a creator' }),
  episodesCount: Type.Optional({ ...Count, description: 'Of a podcast' }),
})
export type Suggestion = Static<typeof Suggestion>

export const listSuggestions = {
  method: 'GET',
  url: '/search/suggestions',
  schema: {
    operationId: 'listSuggestions',
    summary: 'Names that what is typed may become',
    tags: ['Search'],
    description:
      'Names that begin with it come first, then those in which it begins with another word, then those with its words anywhere, then those that it misspells. No name comes twice.',
    querystring: SearchQuerystring,
    response: { 200: Type.Array(Suggestion, { maxItems: maxSuggestions }) },
  },
} as const satisfies Endpoint
