import type { NewQueueItem, QueueItem } from '@earmark/contract/queues.ts'
import type { FailureOf } from '../../errors.ts'
import { previewOf } from '../../media/upload/record-media.ts'
import type { RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import type { Recording } from '../../catalogue/recordings/recordings.ts'

/** Neither or both is no item. */
export function addressOf(
  { audioBookId = null, podcastId = null, podcastEpisodeId = null }: NewQueueItem,
  failure: FailureOf<'InvalidBody'>,
): RecordingAddress {
  const isBook = audioBookId !== null && podcastId === null && podcastEpisodeId === null
  if (isBook) return { audioBookId }
  if (audioBookId === null && podcastId !== null && podcastEpisodeId !== null)
    return { podcastId, podcastEpisodeId }
  const description = 'Each item names either an audio book, or an episode together with its podcast.'
  throw failure('InvalidBody', { description, field: 'items' })
}

/** Null for a recording that cannot be played. */
export function queueItemView({ audioBook, podcast, podcastEpisode }: Recording): QueueItem | null {
  const record = audioBook ?? podcastEpisode
  if (record.audioUrl === null) return null
  return {
    audioBookId: audioBook?.id ?? null,
    podcastId: podcast?.id ?? null,
    podcastEpisodeId: podcastEpisode?.id ?? null,
    title: record.name,
    subtitle: podcast?.name ?? audioBook?.readers.map(({ nickname }) => nickname).join(', ') ?? '',
    audioUrl: record.audioUrl,
    ...previewOf(record),
    durationSeconds: record.durationSeconds,
  }
}

/**
 * What is left of a queue, and where its turn is then: at the same item; when that is gone at the next one that is
 * left, else at the last.
 */
export function remainingQueue<Item>(
  items: readonly (Item | null)[],
  currentIndex: number | null,
): { items: Item[]; currentIndex: number | null } {
  const left = items.filter((item) => item !== null)
  if (currentIndex === null || left.length === 0) return { items: left, currentIndex: null }
  const before = items.slice(0, currentIndex).filter((item) => item !== null).length
  return { items: left, currentIndex: Math.min(before, left.length - 1) }
}
