/** The player's tracks of records; a record without audio has none, nor has one whose files are missing. */
import type { AudioBook, AudioBookDetail } from '@earmark/contract/audio-books.ts'
import { coverLooks } from '@earmark/contract/cover-images.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import type { CoverPreview } from '@earmark/contract/fields.ts'
import { filesOf, type NewTrack } from '../player/index.ts'

/** The nicknames of readers or voicers, comma separated. */
export function nicknames(creators: readonly Creator[]): string {
  return creators.map((creator) => creator.nickname).join(', ')
}

export type Playable = Pick<AudioBook, 'id' | 'name' | 'audioUrl' | 'durationSeconds'> &
  Partial<Pick<AudioBook, 'chaptersCount'>> &
  CoverPreview

function trackOf(
  record: Playable,
  recording: NewTrack['recording'],
  subtitle: string,
  referenceLink: string,
): NewTrack {
  return {
    recording,
    title: record.name,
    subtitle,
    audioSrc: record.audioUrl,
    coverImageSrc: record.coverImagePreviewUrl,
    coverLooks: coverLooks(record),
    referenceLink,
    durationSeconds: record.durationSeconds,
    chaptersCount: record.chaptersCount,
  }
}

export function audioBookTrack(book: AudioBook | AudioBookDetail): NewTrack | null {
  const { id, tracksCount, isAvailable } = book
  if (tracksCount === 0 || !isAvailable) return null
  const track = trackOf(book, { kind: 'audio-book', id }, nicknames(book.readers), `/audio-books/${id}`)
  return { ...track, ...filesOf(book) }
}

export function episodeTrack(episode: Playable, podcast: { id: number; name: string }): NewTrack | null {
  const { id } = episode
  const podcastId = podcast.id
  const link = `/podcasts/${podcastId}/episodes/${id}`
  if (episode.audioUrl === null) return null
  return trackOf(episode, { kind: 'episode', id, podcastId }, podcast.name, link)
}
