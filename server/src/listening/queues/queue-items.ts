import type { NewQueueItem, QueueItem } from '@earmark/contract/queues.ts'
import type { FailureOf } from '../../errors.ts'
import { previewOf } from '../../media/upload/record-media.ts'
import type { Recording, RecordingIds } from '../../catalogue/recordings/recordings.ts'

/** Items as they are stored: `[audio book's id]`, `[podcast's id, episode's id]`. */
type StoredItem = readonly [number] | readonly [number, number]

/** As text for the database. */
export function storedItems(items: readonly NewQueueItem[], failure: FailureOf<'InvalidBody'>): string {
  return JSON.stringify(items.map((item) => storedItem(item, failure)))
}

function storedItem(
  { audioBookId = null, podcastId = null, podcastEpisodeId = null }: NewQueueItem,
  failure: FailureOf<'InvalidBody'>,
): StoredItem {
  const isBook = audioBookId !== null && podcastId === null && podcastEpisodeId === null
  if (isBook) return [audioBookId]
  if (audioBookId === null && podcastId !== null && podcastEpisodeId !== null)
    return [podcastId, podcastEpisodeId]
  const description = 'Each item names either an audio book, or an episode together with its podcast.'
  throw failure('InvalidBody', { description, field: 'items' })
}

export function readStoredItems(items: string): RecordingIds[] {
  return (JSON.parse(items) as StoredItem[]).map(([id, episodeId]) =>
    episodeId === undefined
      ? { audio_book_id: id, podcast_id: null, episode_id: null }
      : { audio_book_id: null, podcast_id: id, episode_id: episodeId },
  )
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
