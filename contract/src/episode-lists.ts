import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { EpisodeNumber, EpisodeOverview, EpisodeParams, PodcastEpisode } from './episodes.ts'
import { Id, IdParams } from './fields.ts'
import { PageFields, readPagedQuery, SearchField, type SortOrder } from './paging.ts'
import { Podcast } from './podcasts.ts'

/** A podcast and its episodes apart, for podcasts with thousands of them. */

export const episodeSortFields = ['publishedAt', 'number', 'durationSeconds'] as const
export type EpisodeSortField = (typeof episodeSortFields)[number]

const maxSeasons = 50

const order = {
  sortBy: Type.Unsafe<EpisodeSortField | 'relevance'>({
    type: 'string',
    enum: [...episodeSortFields, 'relevance'],
    default: 'publishedAt',
    description:
      'Episodes without the value are last in both directions; `relevance` goes with a search only: best match first, whatever `sortOrder` says',
  }),
  sortOrder: Type.Unsafe<SortOrder>({
    type: 'string',
    enum: ['asc', 'desc'],
    description: 'Absent: as the podcast’s `episodeOrder` says, `desc` for `Newest`; other fields `asc`',
  }),
  season: Type.Optional(
    Type.Array(EpisodeNumber, { maxItems: maxSeasons, description: 'Any of its values matches' }),
  ),
  search: SearchField,
}

const EpisodesOrder = Type.Object(order)
const EpisodesQuery = Type.Object({ ...PageFields.properties, ...order })

/** Which episodes of a podcast, in which order. */
export type EpisodesOrder = Static<typeof EpisodesOrder>
export type EpisodesQuery = Static<typeof EpisodesQuery>

type Requested<Query extends EpisodesOrder> = Omit<Query, 'sortOrder'> & Partial<Pick<Query, 'sortOrder'>>

/** A podcast without its episodes, and what these can be chosen by. */
export const PodcastOverview = Type.Object({
  ...Podcast.properties,
  seasons: Type.Array(Type.Object({ season: EpisodeNumber, count: Type.Integer({ minimum: 1 }) })),
  years: Type.Array(Type.Object({ year: Type.Integer(), count: Type.Integer({ minimum: 1 }) }), {
    description: 'Of `publishedAt` in UTC, the latest first',
  }),
})
export type PodcastOverview = Static<typeof PodcastOverview>

const tags = ['Podcasts']

export const getPodcastOverview = {
  method: 'GET',
  url: '/podcasts/:id/overview',
  schema: {
    operationId: 'getPodcastOverview',
    summary: 'One podcast without its episodes, with its seasons and years',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: PodcastOverview },
  },
} as const satisfies Endpoint

export const getEpisodeOverview = {
  method: 'GET',
  url: '/podcasts/:id/episodes/:episodeId/overview',
  schema: {
    operationId: 'getEpisodeOverview',
    summary: 'One episode of a podcast, with its neighbours by number',
    tags,
    description: 'It is as long for a podcast of thousands. An episode of another podcast is `NotFound`.',
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: EpisodeOverview },
  },
} as const satisfies Endpoint

export const pageEpisodes = {
  method: 'GET',
  url: '/podcasts/:id/episodes/paged',
  schema: {
    operationId: 'pageEpisodes',
    summary: 'A page of the episodes of a podcast',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    querystring: Type.Unsafe<Requested<EpisodesQuery>>(Type.Partial(EpisodesQuery)),
    response: {
      200: Type.Object({
        items: Type.Array(PodcastEpisode),
        totalCount: Type.Integer({ minimum: 0 }),
        pagedQuery: EpisodesQuery,
      }),
    },
  },
} as const satisfies Endpoint

export const listEpisodeIds = {
  method: 'GET',
  url: '/podcasts/:id/episodes/ids',
  schema: {
    operationId: 'listEpisodeIds',
    summary: 'The ids of all episodes of a podcast, in the order of its pages',
    tags,
    description: 'Where an episode stands in an order, and which page it is on.',
    errors: ['NotFound'],
    params: IdParams,
    querystring: Type.Unsafe<Requested<EpisodesOrder>>(Type.Partial(EpisodesOrder)),
    response: { 200: Type.Array(Id) },
  },
} as const satisfies Endpoint

/** Episodes of a podcast's page that are fetched at once. */
export const episodesPageSize = 20

/** What a podcast's page shows of its episodes; without an order, the podcast's own. */
export interface EpisodesAddress {
  sortBy?: EpisodeSortField
  sortOrder?: SortOrder
  season?: number
  search?: string
}

/** As an address says it; what is wrong in it counts as absent. Read alike by server and web app. */
export function readEpisodesAddress(address: Readonly<Record<string, unknown>>): EpisodesAddress {
  const { search } = readPagedQuery(address, [])
  const sortBy = episodeSortFields.find((field) => field === address.sortBy)
  const sortOrder =
    address.sortOrder === 'asc' || address.sortOrder === 'desc' ? address.sortOrder : undefined
  const season = /^\d{1,6}$/.test(String(address.season)) ? Number(address.season) : undefined
  return {
    ...(sortBy && { sortBy }),
    ...(sortOrder && { sortOrder }),
    ...(season !== undefined && { season }),
    ...(search !== '' && { search }),
  }
}

export function episodesOrder({
  sortBy,
  sortOrder,
  season,
  search,
}: EpisodesAddress): Requested<EpisodesOrder> {
  return {
    sortBy: sortBy ?? 'publishedAt',
    ...(sortOrder && { sortOrder }),
    ...(season !== undefined && { season: [season] }),
    search: search ?? '',
  }
}

/** A page of the episodes that a podcast's page shows, always in the same order of parameters. */
export function episodesPage(address: EpisodesAddress, pageNumber: number): Requested<EpisodesQuery> {
  return { pageNumber, pageSize: episodesPageSize, ...episodesOrder(address) }
}
