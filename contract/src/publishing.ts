import Type, { type Static } from 'typebox'
import { EditedAudioBookDetail, EditedPodcastDetail, EditedPodcastEpisodeDetail } from './edited-records.ts'
import type { Endpoint } from './endpoint.ts'
import { EpisodeParams } from './episodes.ts'
import { IdParams, Instant } from './fields.ts'

const PublishingFields = Type.Object({
  publishAt: Type.Optional(
    Type.String({ ...Instant, description: 'When it becomes public by itself; a past instant is now' }),
  ),
})

const Publishing = Type.Unsafe<Static<typeof PublishingFields> | null>({
  ...PublishingFields,
  type: ['object', 'null'],
})

const publishing =
  'One that is public already stays as it is, whatever `publishAt` says; one that was public before keeps its `publishedAt`.'
const unpublishing =
  'It is hidden everywhere at once, its place in libraries, queues and positions is kept, and its media get new addresses. A schedule is cancelled.'

export const publishAudioBook = {
  method: 'POST',
  url: '/audio-books/:id/publish',
  schema: {
    operationId: 'publishAudioBook',
    summary: 'Publish an audio book, now or on a day',
    tags: ['Audio books'],
    description: publishing,
    errors: ['NotFound'],
    params: IdParams,
    body: Publishing,
    response: { 200: EditedAudioBookDetail },
  },
} as const satisfies Endpoint

export const unpublishAudioBook = {
  method: 'POST',
  url: '/audio-books/:id/unpublish',
  schema: {
    operationId: 'unpublishAudioBook',
    summary: 'Make an audio book a draft again',
    tags: ['Audio books'],
    description: unpublishing,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedAudioBookDetail },
  },
} as const satisfies Endpoint

export const publishPodcast = {
  method: 'POST',
  url: '/podcasts/:id/publish',
  schema: {
    operationId: 'publishPodcast',
    summary: 'Publish a podcast with its published episodes, now or on a day',
    tags: ['Podcasts'],
    description: publishing,
    errors: ['NotFound'],
    params: IdParams,
    body: Publishing,
    response: { 200: EditedPodcastDetail },
  },
} as const satisfies Endpoint

export const unpublishPodcast = {
  method: 'POST',
  url: '/podcasts/:id/unpublish',
  schema: {
    operationId: 'unpublishPodcast',
    summary: 'Make a podcast a draft again, and hide its episodes',
    tags: ['Podcasts'],
    description: unpublishing,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedPodcastDetail },
  },
} as const satisfies Endpoint

export const publishEpisode = {
  method: 'POST',
  url: '/podcasts/:id/episodes/:episodeId/publish',
  schema: {
    operationId: 'publishEpisode',
    summary: 'Publish an episode, now or on a day',
    tags: ['Podcasts'],
    description: `${publishing} Nobody sees it while its podcast is not public.`,
    errors: ['NotFound'],
    params: EpisodeParams,
    body: Publishing,
    response: { 200: EditedPodcastEpisodeDetail },
  },
} as const satisfies Endpoint

export const unpublishEpisode = {
  method: 'POST',
  url: '/podcasts/:id/episodes/:episodeId/unpublish',
  schema: {
    operationId: 'unpublishEpisode',
    summary: 'Make an episode a draft again',
    tags: ['Podcasts'],
    description: unpublishing,
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: EditedPodcastEpisodeDetail },
  },
} as const satisfies Endpoint
