import { maxEpisodeNumber } from './limits.ts'
import Type, { type Static } from 'typebox'
import { Creator } from './creators.ts'
import { Credit } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import {
  ChangeFields,
  ChaptersCount,
  CoverFields,
  Id,
  Instant,
  MediaUrl,
  Nullable,
  NullableText,
  PreviewFields,
  Seconds,
} from './fields.ts'
import { Notes } from './notes.ts'

export const EpisodeNumber = Type.Integer({ minimum: 0, maximum: maxEpisodeNumber })

export const episodeTypes = ['Full', 'Trailer', 'Bonus'] as const
export type EpisodeType = (typeof episodeTypes)[number]

/** An episode without a cover of its own shows its podcast's and says `coverInherited`. */
export const PodcastEpisode = Type.Object({
  id: Id,
  podcastId: Id,
  number: EpisodeNumber,
  name: Type.String(),
  description: NullableText,
  ...CoverFields,
  coverInherited: Type.Boolean(),
  audioUrl: MediaUrl,
  durationSeconds: Nullable(Seconds),
  chaptersCount: ChaptersCount,
  voicers: Type.Array(Creator),
  credits: Type.Array(Credit),
  season: Nullable(Type.Integer()),
  episodeLabel: Nullable(
    Type.String({ description: 'The number as its feed says it, which need not be `number`, or one: “12b”' }),
  ),
  episodeType: Type.Unsafe<EpisodeType>({ type: 'string', enum: [...episodeTypes] }),
  isExplicit: Type.Boolean(),
  publishedAt: Nullable(Instant),
  ...ChangeFields,
})
export type PodcastEpisode = Static<typeof PodcastEpisode>

/** An episode as its neighbours need it: to be listed, queued and played. */
export const EpisodeSummary = Type.Object({
  id: Id,
  number: EpisodeNumber,
  name: Type.String(),
  audioUrl: MediaUrl,
  ...PreviewFields,
  durationSeconds: Nullable(Seconds),
})
export type EpisodeSummary = Static<typeof EpisodeSummary>

const podcastFields = {
  id: Id,
  name: Type.String(),
  coverImageUrl: MediaUrl,
  coverImagePreviewUrl: MediaUrl,
}

/** What an episode of a source has beside the fields of a form. */
const FeedFacts = {
  notes: Nullable(Notes),
  recordingChangedAt: Nullable(
    Type.String({ ...Instant, description: 'When its sound elsewhere was last found to be another one' }),
  ),
}

/** An episode fetched singly, with its notes, its podcast and all episodes of it in order of number. */
export const PodcastEpisodeDetail = Type.Object({
  ...PodcastEpisode.properties,
  ...FeedFacts,
  podcast: Type.Object({ ...podcastFields, episodes: Type.Array(EpisodeSummary) }),
})
export type PodcastEpisodeDetail = Static<typeof PodcastEpisodeDetail>

/** An episode with its notes, its podcast in short and the episodes numbered one less and one more, null over a gap. */
export const EpisodeOverview = Type.Object({
  ...PodcastEpisode.properties,
  ...FeedFacts,
  podcast: Type.Object(podcastFields),
  previous: Nullable(EpisodeSummary),
  next: Nullable(EpisodeSummary),
})
export type EpisodeOverview = Static<typeof EpisodeOverview>

export const EpisodeParams = Type.Object({ id: Id, episodeId: Id })

export const getEpisode = {
  method: 'GET',
  url: '/podcasts/:id/episodes/:episodeId',
  schema: {
    operationId: 'getEpisode',
    summary: 'One episode of a podcast',
    tags: ['Podcasts'],
    description: 'An episode of another podcast is `NotFound`.',
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: PodcastEpisodeDetail },
  },
} as const satisfies Endpoint
