import Type, { type Static } from 'typebox'
import { AudioBook } from './audio-books.ts'
import { PodcastEpisode } from './episodes.ts'
import { Id, Nullable } from './fields.ts'
import { Podcast } from './podcasts.ts'

/** The ids of a recording's records: an audio book's, or an episode's and its podcast's; the others are null. */
export const RecordingIds = {
  audioBookId: Nullable(Id),
  podcastId: Nullable(Id),
  podcastEpisodeId: Nullable(Id),
}

/** The records of a recording: an audio book, or an episode and its podcast; the others are null. */
export const RecordingRecords = {
  audioBook: Nullable(AudioBook),
  podcast: Nullable(Podcast),
  podcastEpisode: Nullable(PodcastEpisode),
}

/** A recording as requests name it: `audioBookId`, or `podcastId` together with `podcastEpisodeId`. */
export const RecordingReference = Type.Object({
  audioBookId: Type.Optional(Nullable(Id)),
  podcastId: Type.Optional(Nullable(Id)),
  podcastEpisodeId: Type.Optional(Nullable(Id)),
})
export type RecordingReference = Static<typeof RecordingReference>
