import Type, { type Static } from 'typebox'
import { AudioBook } from './audio-books.ts'
import type { Endpoint } from './endpoint.ts'
import { EpisodeParams, PodcastEpisode, PodcastEpisodeDetail } from './episodes.ts'
import { IdParams, Instant, Nullable } from './fields.ts'
import { PagedQuerystring, PagedResult, PageFields, type SortOrder } from './paging.ts'
import { Podcast } from './podcasts.ts'

/** Records as editors see them: drafts and scheduled ones, too. */

export const publishingStatuses = ['Draft', 'Scheduled', 'Published'] as const
export type PublishingStatus = (typeof publishingStatuses)[number]

const Status = Type.Unsafe<PublishingStatus>({ type: 'string', enum: [...publishingStatuses] })

const PublishingFields = {
  status: Status,
  publishAt: Nullable(
    Type.String({ ...Instant, description: 'When a scheduled record becomes public by itself' }),
  ),
}

export const EditedAudioBook = Type.Object({ ...AudioBook.properties, ...PublishingFields })
export type EditedAudioBook = Static<typeof EditedAudioBook>

/** `episodesCount` and `latestEpisodeAt` are of all its episodes. */
export const EditedPodcast = Type.Object({ ...Podcast.properties, ...PublishingFields })
export type EditedPodcast = Static<typeof EditedPodcast>

export const EditedPodcastEpisode = Type.Object({ ...PodcastEpisode.properties, ...PublishingFields })
export type EditedPodcastEpisode = Static<typeof EditedPodcastEpisode>

export const EditedPodcastDetail = Type.Object({
  ...EditedPodcast.properties,
  episodes: Type.Array(EditedPodcastEpisode),
})
export type EditedPodcastDetail = Static<typeof EditedPodcastDetail>

export const EditedPodcastEpisodeDetail = Type.Object({
  ...PodcastEpisodeDetail.properties,
  ...PublishingFields,
})
export type EditedPodcastEpisodeDetail = Static<typeof EditedPodcastEpisodeDetail>

export const PublishingFilters = Type.Object({ status: Type.Optional(Status) })
export type PublishingFilters = Static<typeof PublishingFilters>

export const editedSortFields = ['id', 'name', 'createdAt', 'publishedAt'] as const
export type EditedSortField = (typeof editedSortFields)[number]

const bookTags = ['Audio books']
const podcastTags = ['Podcasts']
const description = 'Drafts and scheduled records, too.'

export const listEditedAudioBooks = {
  method: 'GET',
  url: '/edit/audio-books',
  schema: {
    operationId: 'listEditedAudioBooks',
    summary: 'All audio books for editors, by id',
    tags: bookTags,
    description,
    querystring: PublishingFilters,
    response: { 200: Type.Array(EditedAudioBook) },
  },
} as const satisfies Endpoint

export const pageEditedAudioBooks = {
  method: 'GET',
  url: '/edit/audio-books/paged',
  schema: {
    operationId: 'pageEditedAudioBooks',
    summary: 'A page of audio books for editors',
    tags: bookTags,
    description,
    querystring: PagedQuerystring(editedSortFields, PublishingFilters),
    response: { 200: PagedResult(EditedAudioBook, editedSortFields, PublishingFilters) },
  },
} as const satisfies Endpoint

export const getEditedAudioBook = {
  method: 'GET',
  url: '/edit/audio-books/:id',
  schema: {
    operationId: 'getEditedAudioBook',
    summary: 'One audio book for editors',
    tags: bookTags,
    description,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedAudioBook },
  },
} as const satisfies Endpoint

export const listEditedPodcasts = {
  method: 'GET',
  url: '/edit/podcasts',
  schema: {
    operationId: 'listEditedPodcasts',
    summary: 'All podcasts for editors, by id',
    tags: podcastTags,
    description,
    querystring: PublishingFilters,
    response: { 200: Type.Array(EditedPodcast) },
  },
} as const satisfies Endpoint

export const pageEditedPodcasts = {
  method: 'GET',
  url: '/edit/podcasts/paged',
  schema: {
    operationId: 'pageEditedPodcasts',
    summary: 'A page of podcasts for editors',
    tags: podcastTags,
    description,
    querystring: PagedQuerystring(editedSortFields, PublishingFilters),
    response: { 200: PagedResult(EditedPodcast, editedSortFields, PublishingFilters) },
  },
} as const satisfies Endpoint

export const getEditedPodcast = {
  method: 'GET',
  url: '/edit/podcasts/:id',
  schema: {
    operationId: 'getEditedPodcast',
    summary: 'One podcast with all its episodes for editors',
    tags: podcastTags,
    description,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedPodcastDetail },
  },
} as const satisfies Endpoint

export const listEditedEpisodes = {
  method: 'GET',
  url: '/edit/podcasts/:id/episodes',
  schema: {
    operationId: 'listEditedEpisodes',
    summary: 'All episodes of a podcast for editors, by number',
    tags: podcastTags,
    description,
    errors: ['NotFound'],
    params: IdParams,
    querystring: PublishingFilters,
    response: { 200: Type.Array(EditedPodcastEpisode) },
  },
} as const satisfies Endpoint

export const editedEpisodeSortFields = ['number', 'id', 'publishedAt'] as const
export type EditedEpisodeSortField = (typeof editedEpisodeSortFields)[number]

const EpisodesQuery = Type.Object({
  ...PageFields.properties,
  sortBy: Type.Unsafe<EditedEpisodeSortField>({
    type: 'string',
    enum: [...editedEpisodeSortFields],
    default: 'number',
  }),
  sortOrder: Type.Unsafe<SortOrder>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
  ...PublishingFilters.properties,
})
export type EpisodesQuery = Static<typeof EpisodesQuery>

export const pageEditedEpisodes = {
  method: 'GET',
  url: '/edit/podcasts/:id/episodes/paged',
  schema: {
    operationId: 'pageEditedEpisodes',
    summary: 'A page of the episodes of a podcast for editors',
    tags: podcastTags,
    description,
    errors: ['NotFound'],
    params: IdParams,
    querystring: Type.Unsafe<EpisodesQuery>(Type.Partial(EpisodesQuery)),
    response: {
      200: Type.Object({
        items: Type.Array(EditedPodcastEpisode),
        totalCount: Type.Integer({ minimum: 0 }),
        pagedQuery: EpisodesQuery,
      }),
    },
  },
} as const satisfies Endpoint

export const getEditedEpisode = {
  method: 'GET',
  url: '/edit/podcasts/:id/episodes/:episodeId',
  schema: {
    operationId: 'getEditedEpisode',
    summary: 'One episode for editors, with all episodes of its podcast',
    tags: podcastTags,
    description,
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: EditedPodcastEpisodeDetail },
  },
} as const satisfies Endpoint
