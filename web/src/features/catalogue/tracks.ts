/** The player's tracks of records; a record without audio has none. */
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { coverLooks } from '@earmark/contract/cover-images.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import type { PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import type { CoverPreview } from '@earmark/contract/fields.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { PositionEntry } from '@earmark/contract/positions.ts'
import type { NewTrack } from '../player/index.ts'

/** The nicknames of readers or voicers, comma separated. */
export function nicknames(creators: readonly Creator[]): string {
  return creators.map((creator) => creator.nickname).join(', ')
}

type Playable = Pick<AudioBook, 'id' | 'name' | 'audioUrl' | 'durationSeconds'> & CoverPreview

function trackOf(
  record: Playable,
  recording: NewTrack['recording'],
  subtitle: string,
  referenceLink: string,
): NewTrack | null {
  if (record.audioUrl === null) return null
  return {
    recording,
    title: record.name,
    subtitle,
    audioSrc: record.audioUrl,
    coverImageSrc: record.coverImagePreviewUrl,
    coverLooks: coverLooks(record),
    referenceLink,
    durationSeconds: record.durationSeconds,
  }
}

export function audioBookTrack(book: AudioBook): NewTrack | null {
  const { id } = book
  return trackOf(book, { kind: 'audio-book', id }, nicknames(book.readers), `/audio-books/${id}`)
}

function episodeTrack(episode: Playable, podcast: { id: number; name: string }): NewTrack | null {
  const { id } = episode
  const podcastId = podcast.id
  const link = `/podcasts/${podcastId}/episodes/${id}`
  return trackOf(episode, { kind: 'episode', id, podcastId }, podcast.name, link)
}

/** The track of the recording that a position belongs to. */
export function entryTrack({ audioBook, podcast, podcastEpisode }: PositionEntry): NewTrack | null {
  if (audioBook !== null) return audioBookTrack(audioBook)
  return podcast && podcastEpisode && episodeTrack(podcastEpisode, podcast)
}

/** A podcast's tracks by episode id, in the order of the episodes; those without audio are not among them. */
export function podcastTracks(
  podcast: PodcastDetail | PodcastEpisodeDetail['podcast'],
): ReadonlyMap<number, NewTrack> {
  const tracks = podcast.episodes.map((episode) => [episode.id, episodeTrack(episode, podcast)] as const)
  return new Map(tracks.filter((entry): entry is [number, NewTrack] => entry[1] !== null))
}
