import { coverLooks } from '@earmark/contract/cover-images.ts'
import type { Queue, QueueItem } from '@earmark/contract/queues.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import type { NewTrack, PlayerState } from '../reducer/state.ts'

export function itemOf({ recording }: NewTrack): RecordingReference {
  return recording.kind === 'audio-book'
    ? { audioBookId: recording.id }
    : { podcastId: recording.podcastId, podcastEpisodeId: recording.id }
}

export function trackOf(item: QueueItem): NewTrack | null {
  const { audioBookId, podcastId, podcastEpisodeId } = item
  const shown = {
    title: item.title,
    subtitle: item.subtitle,
    audioSrc: item.audioUrl,
    coverImageSrc: item.coverImagePreviewUrl,
    coverLooks: coverLooks(item),
    durationSeconds: item.durationSeconds,
  }
  if (audioBookId !== null)
    return {
      ...shown,
      recording: { kind: 'audio-book', id: audioBookId },
      referenceLink: `/audio-books/${audioBookId}`,
    }
  if (podcastId === null || podcastEpisodeId === null) return null
  return {
    ...shown,
    recording: { kind: 'episode', id: podcastEpisodeId, podcastId },
    referenceLink: `/podcasts/${podcastId}/episodes/${podcastEpisodeId}`,
  }
}

/** One text for one queue at one place: two are the same where these are. Empty for an empty one. */
export function keyOf(items: readonly RecordingReference[], currentIndex: number | null): string {
  const names = items.map(({ audioBookId, podcastEpisodeId }) =>
    audioBookId == null ? `e${podcastEpisodeId}` : `b${audioBookId}`,
  )
  return items.length === 0 ? '' : `${names.join()}@${currentIndex}`
}

export function keyOfQueue({ items, currentIndex }: Queue): string {
  return keyOf(items, currentIndex)
}

export function localQueue({ queue, currentId }: PlayerState) {
  const items = queue.map(itemOf)
  const place = queue.findIndex(({ id }) => id === currentId)
  const currentIndex = place < 0 ? null : place
  return { items, currentIndex, key: keyOf(items, currentIndex) }
}
