import { coverLooks } from '@earmark/contract/cover-images.ts'
import type { QueueItem } from '@earmark/contract/queues.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import { filesOf } from '../reducer/files.ts'
import { currentPlace } from '../reducer/queue.ts'
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
    ...filesOf(item),
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

type Indexed = { items: readonly RecordingReference[]; currentIndex: number | null }

/** Equal for equal queues with the same current item; empty for an empty queue. */
export function keyOf({ items, currentIndex }: Indexed): string {
  const names = items.map(({ audioBookId, podcastEpisodeId }) =>
    audioBookId == null ? `e${podcastEpisodeId}` : `b${audioBookId}`,
  )
  return items.length === 0 ? '' : `${names.join()}@${currentIndex}`
}

export function localQueue(state: PlayerState) {
  const place = currentPlace(state)
  const local = { items: state.queue.map(itemOf), currentIndex: place < 0 ? null : place }
  return { ...local, key: keyOf(local) }
}
