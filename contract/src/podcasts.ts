import Type, { type Static } from 'typebox'
import { Creator } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import { PodcastEpisode } from './episodes.ts'
import { ChangeFields, CoverFields, Id, IdParams, NullableText } from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

export const Podcast = Type.Object({
  id: Id,
  name: Type.String(),
  description: NullableText,
  ...CoverFields,
  voicers: Type.Array(Creator),
  episodesCount: Type.Integer({ minimum: 0 }),
  ...ChangeFields,
})
export type Podcast = Static<typeof Podcast>

/** A podcast fetched singly, with its episodes in order of number. */
export const PodcastDetail = Type.Object({ ...Podcast.properties, episodes: Type.Array(PodcastEpisode) })
export type PodcastDetail = Static<typeof PodcastDetail>

export const podcastSortFields = ['id', 'name', 'createdAt'] as const

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
    querystring: PagedQuerystring(podcastSortFields),
    response: { 200: PagedResult(Podcast, podcastSortFields) },
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
