import Type, { type Static } from 'typebox'
import { AudioBook, AudioBookDetail } from './audio-books.ts'
import type { Endpoint } from './endpoint.ts'
import {
  EpisodeNumber,
  EpisodeOverview,
  EpisodeParams,
  PodcastEpisode,
  PodcastEpisodeDetail,
} from './episodes.ts'
import { IdParams, Instant, Nullable } from './fields.ts'
import { PagedQuerystring, PagedResult, PageFields, SearchField, type SortOrder } from './paging.ts'
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

export const EditedAudioBookDetail = Type.Object({
  ...AudioBookDetail.properties,
  ...PublishingFields,
  isImported: Type.Boolean({
    description: 'Whether files have a say in its fields: `/audio-books/{id}/fields`',
  }),
})
export type EditedAudioBookDetail = Static<typeof EditedAudioBookDetail>

/** `episodesCount` and `latestEpisodeAt` are of all its episodes. */
export const EditedPodcast = Type.Object({
  ...Podcast.properties,
  ...PublishingFields,
  isUnlisted: Type.Boolean({ description: 'A draft that its followers see: a listener has added its feed' }),
})
export type EditedPodcast = Static<typeof EditedPodcast>

/** `nextEpisodeNumber` is the one after the last, or the first gap when the last has the largest. */
export const EditedPodcastOverview = Type.Object({
  ...EditedPodcast.properties,
  nextEpisodeNumber: EpisodeNumber,
})
export type EditedPodcastOverview = Static<typeof EditedPodcastOverview>

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

export const EditedEpisodeOverview = Type.Object({ ...EpisodeOverview.properties, ...PublishingFields })
export type EditedEpisodeOverview = Static<typeof EditedEpisodeOverview>

const PublishingFilters = Type.Object({ status: Type.Optional(Status) })
type PublishingFilters = Static<typeof PublishingFilters>

/** Of what a record lacks: a cover of its own, `readers` or `voicers`, a language, a sound. */
export const recordProblems = ['NoAudio', 'NoCover', 'NoReader', 'NoVoicer', 'NoLanguage'] as const
export type RecordProblem = (typeof recordProblems)[number]

function ProblemFilters<const Problem extends RecordProblem>(problems: readonly Problem[]) {
  return Type.Object({
    ...PublishingFilters.properties,
    problem: Type.Optional(
      Type.Array(Type.Unsafe<Problem>({ type: 'string', enum: [...problems] }), {
        maxItems: recordProblems.length,
        description: 'What a record lacks. Each narrows, and so do `status` and `search`.',
      }),
    ),
  })
}

export const audioBookProblems = ['NoAudio', 'NoCover', 'NoReader', 'NoLanguage'] as const
export const podcastProblems = ['NoCover', 'NoVoicer', 'NoLanguage'] as const
export const episodeProblems = ['NoAudio', 'NoVoicer'] as const

const AudioBookProblems = ProblemFilters(audioBookProblems)
const PodcastProblems = ProblemFilters(podcastProblems)

/** The filters of a page of records, whichever their kind. */
export interface ProblemFilters extends PublishingFilters {
  problem?: RecordProblem[]
}

function counted<const Value extends string>(values: readonly Value[]) {
  const value = Type.Unsafe<Value>({ type: 'string', enum: [...values] })
  return Type.Array(Type.Object({ value, count: Type.Integer({ minimum: 0 }) }))
}

function EditedCounts<const Problem extends RecordProblem>(problems: readonly Problem[]) {
  return Type.Object({ problems: counted(problems), statuses: counted(publishingStatuses) })
}

/** Of all records of a kind, how many lack what they may lack, and how many have each status. */
export interface EditedCounts<Problem extends RecordProblem = RecordProblem> {
  problems: { value: Problem; count: number }[]
  statuses: { value: PublishingStatus; count: number }[]
}

export const editedSortFields = ['id', 'name', 'createdAt', 'publishedAt'] as const
export type EditedSortField = (typeof editedSortFields)[number]

const bookTags = ['Audio books']
const podcastTags = ['Podcasts']
const description = 'Drafts and scheduled records, too.'
const countsDescription =
  'Of all records, whichever page or filter: each counts for everything that it lacks, and for its status.'

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
    querystring: PagedQuerystring(editedSortFields, AudioBookProblems),
    response: { 200: PagedResult(EditedAudioBook, editedSortFields, AudioBookProblems) },
  },
} as const satisfies Endpoint

export const countEditedAudioBooks = {
  method: 'GET',
  url: '/edit/audio-books/counts',
  schema: {
    operationId: 'countEditedAudioBooks',
    summary: 'How many audio books lack what, and how many are drafts',
    tags: bookTags,
    description: countsDescription,
    response: { 200: EditedCounts(audioBookProblems) },
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
    response: { 200: EditedAudioBookDetail },
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
    querystring: PagedQuerystring(editedSortFields, PodcastProblems),
    response: { 200: PagedResult(EditedPodcast, editedSortFields, PodcastProblems) },
  },
} as const satisfies Endpoint

export const countEditedPodcasts = {
  method: 'GET',
  url: '/edit/podcasts/counts',
  schema: {
    operationId: 'countEditedPodcasts',
    summary: 'How many podcasts lack what, and how many are drafts',
    tags: podcastTags,
    description: countsDescription,
    response: { 200: EditedCounts(podcastProblems) },
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

export const getEditedPodcastOverview = {
  method: 'GET',
  url: '/edit/podcasts/:id/overview',
  schema: {
    operationId: 'getEditedPodcastOverview',
    summary: 'One podcast without its episodes for editors',
    tags: podcastTags,
    description,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedPodcastOverview },
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

const EditedEpisodesQuery = Type.Object({
  ...PageFields.properties,
  sortBy: Type.Unsafe<EditedEpisodeSortField | 'relevance'>({
    type: 'string',
    enum: [...editedEpisodeSortFields, 'relevance'],
    default: 'number',
    description: '`relevance` goes with a search only: best match first, whatever `sortOrder` says',
  }),
  sortOrder: Type.Unsafe<SortOrder>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
  search: SearchField,
  ...ProblemFilters(episodeProblems).properties,
})
export type EditedEpisodesQuery = Static<typeof EditedEpisodesQuery>

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
    querystring: Type.Unsafe<EditedEpisodesQuery>(Type.Partial(EditedEpisodesQuery)),
    response: {
      200: Type.Object({
        items: Type.Array(EditedPodcastEpisode),
        totalCount: Type.Integer({ minimum: 0 }),
        pagedQuery: EditedEpisodesQuery,
      }),
    },
  },
} as const satisfies Endpoint

export const countEditedEpisodes = {
  method: 'GET',
  url: '/edit/podcasts/:id/episodes/counts',
  schema: {
    operationId: 'countEditedEpisodes',
    summary: 'How many episodes of a podcast lack what, and how many are drafts',
    tags: podcastTags,
    description: countsDescription,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedCounts(episodeProblems) },
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

export const getEditedEpisodeOverview = {
  method: 'GET',
  url: '/edit/podcasts/:id/episodes/:episodeId/overview',
  schema: {
    operationId: 'getEditedEpisodeOverview',
    summary: 'One episode for editors, with its neighbours by number',
    tags: podcastTags,
    description,
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: EditedEpisodeOverview },
  },
} as const satisfies Endpoint
