import Type, { type Static } from 'typebox'
import { PodcastFilters } from './browse.ts'
import { Creator } from './creators.ts'
import { Credit } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { PodcastEpisode } from './episodes.ts'
import {
  ChangeFields,
  CoverFields,
  Id,
  IdParams,
  Instant,
  Language,
  Nullable,
  NullableText,
} from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'
import { type SourceState, sourceStates } from './sources.ts'

/** What the list of a podcast's episodes shows first, and what is played when all of it is. */
export const episodeOrders = ['Newest', 'Oldest'] as const
export type EpisodeOrder = (typeof episodeOrders)[number]

/** Where a podcast that is made from a feed elsewhere comes from, and how its feed stands. */
export const PodcastSource = Type.Object({
  homepage: NullableText,
  state: Type.Unsafe<SourceState>({ type: 'string', enum: [...sourceStates] }),
  isListed: Type.Boolean({ description: 'False where its followers alone see the podcast' }),
})
export type PodcastSource = Static<typeof PodcastSource>

/** `voicers` are those of the credits as Host, Guest or Voice, each creator once. */
export const Podcast = Type.Object({
  id: Id,
  name: Type.String(),
  description: NullableText,
  ...CoverFields,
  voicers: Type.Array(Creator),
  credits: Type.Array(Credit),
  categories: Type.Array(Type.String()),
  language: Language,
  isExplicit: Type.Boolean(),
  link: NullableText,
  episodeOrder: Type.Unsafe<EpisodeOrder>({ type: 'string', enum: [...episodeOrders] }),
  episodesCount: Type.Integer({ minimum: 0 }),
  latestEpisodeAt: Nullable(Instant),
  publishedAt: Nullable(Instant),
  source: Nullable(PodcastSource),
  ...ChangeFields,
})
export type Podcast = Static<typeof Podcast>

/** A podcast fetched singly, with its episodes in order of number. */
export const PodcastDetail = Type.Object({ ...Podcast.properties, episodes: Type.Array(PodcastEpisode) })
export type PodcastDetail = Static<typeof PodcastDetail>

const podcastSortFields = ['id', 'name', 'createdAt', 'publishedAt', 'latestEpisodeAt'] as const

const tags = ['Podcasts']

export const listPodcasts = {
  method: 'GET',
  url: '/podcasts',
  schema: {
    operationId: 'listPodcasts',
    summary: 'All podcasts, by id',
    tags,
    response: { 200: Type.Array(Podcast) },
  },
} as const satisfies Endpoint

export const pagePodcasts = {
  method: 'GET',
  url: '/podcasts/paged',
  schema: {
    operationId: 'pagePodcasts',
    summary: 'A page of podcasts',
    tags,
    querystring: PagedQuerystring(podcastSortFields, PodcastFilters),
    response: { 200: PagedResult(Podcast, podcastSortFields, PodcastFilters) },
  },
} as const satisfies Endpoint

export const getPodcast = {
  method: 'GET',
  url: '/podcasts/:id',
  schema: {
    operationId: 'getPodcast',
    summary: 'One podcast with its episodes',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: PodcastDetail },
  },
} as const satisfies Endpoint
