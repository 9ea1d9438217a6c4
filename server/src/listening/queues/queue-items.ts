import type { QueueItem } from '@earmark/contract/queues.ts'
import { previewOf } from '../../media/upload/record-media.ts'
import type { Recording } from '../../catalogue/recordings/recordings.ts'

/** Null for a recording that cannot be played. */
export function queueItemView({ audioBook, podcast, podcastEpisode }: Recording): QueueItem | null {
  const record = audioBook ?? podcastEpisode
  const tracksCount = audioBook?.tracksCount ?? (record.audioUrl === null ? 0 : 1)
  if (tracksCount === 0) return null
  return {
    audioBookId: audioBook?.id ?? null,
    podcastId: podcast?.id ?? null,
    podcastEpisodeId: podcastEpisode?.id ?? null,
    title: record.name,
    subtitle: podcast?.name ?? audioBook?.readers.map(({ nickname }) => nickname).join(', ') ?? '',
    audioUrl: record.audioUrl,
    tracksCount,
    ...previewOf(record),
    durationSeconds: record.durationSeconds,
  }
}

/**
 * A queue that was changed by somebody who does not see its hidden recordings, with these: each behind the item that it
 * was behind, as far as that is still there.
 *
 * @param former the recordings before the change
 */
export function withHidden(
  { items, currentIndex }: { readonly items: readonly number[]; readonly currentIndex: number | null },
  former: readonly number[],
  hidden: ReadonlySet<number>,
): { items: readonly number[]; currentIndex: number | null } {
  if (hidden.size === 0) return { items, currentIndex }
  const merged = [...items]
  const isThere = new Set(items)
  let before: number | null = null
  let current = currentIndex
  for (const id of former) {
    if (hidden.has(id)) {
      const place = before === null ? 0 : merged.lastIndexOf(before) + 1
      merged.splice(place, 0, id)
      if (current !== null && place <= current) current += 1
    } else if (!isThere.has(id)) continue
    before = id
  }
  return { items: merged, currentIndex: current }
}

/** A queue without its missing items. Its present item stays; a missing one is followed by the next, else by the last. */
export function remainingQueue<Item>(
  items: readonly (Item | null)[],
  currentIndex: number | null,
): { items: Item[]; currentIndex: number | null } {
  const left = items.filter((item) => item !== null)
  if (currentIndex === null || left.length === 0) return { items: left, currentIndex: null }
  const before = items.slice(0, currentIndex).filter((item) => item !== null).length
  return { items: left, currentIndex: Math.min(before, left.length - 1) }
}
