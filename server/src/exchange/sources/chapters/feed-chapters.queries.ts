import {
  listChapters,
  isSameList,
  writeChapters,
} from '../../../catalogue/editing/recording-chapters.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { orderChapters } from '../../../media/chapters/chapter-list.ts'
import type { FeedChapter } from '../reader/feed-document.ts'

/**
 * Gives an episode the chapters that its feed states, unless an editor has written some.
 *
 * @returns whether they are others than before
 */
export async function putFeedChapters(
  connection: Connection,
  episodeId: number,
  stated: readonly FeedChapter[],
): Promise<boolean> {
  const recording = await connection
    .selectFrom('recordings')
    .leftJoin('media', 'media.id', 'recordings.media_id')
    .where('recordings.episode_id', '=', episodeId)
    .select(['recordings.id', 'recordings.chapters_source', 'recordings.relay_duration_ms'])
    .select('media.duration_ms')
    .executeTakeFirst()
  if (!recording || recording.chapters_source === 'Hand') return false
  const durationMs = recording.duration_ms ?? recording.relay_duration_ms ?? Number.MAX_SAFE_INTEGER
  const found = stated.map(({ startSeconds, title }) => ({ startMs: startSeconds * 1000, title }))
  const list = { source: 'Feed' as const, chapters: orderChapters(found, durationMs) }
  if (list.chapters.length === 0) return false
  const present = await listChapters(connection, recording.id)
  if (isSameList({ source: recording.chapters_source, chapters: present }, list)) return false
  await writeChapters(connection, recording.id, list)
  return true
}

/** An item whose chapters are to be fetched. */
export interface DueChapters {
  readonly id: number
  readonly episodeId: number
  readonly url: string
}

/** Of a source, the newest first. */
export async function listDueChapters(
  connection: Connection,
  sourceId: number,
  limit: number,
): Promise<DueChapters[]> {
  return await connection
    .selectFrom('source_items')
    .where('source_id', '=', sourceId)
    .where('chapters_due', '=', 1)
    .where('episode_id', 'is not', null)
    .where('chapters_url', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'episode_id as episodeId', 'chapters_url as url'])
    .$narrowType<{ episodeId: number; url: string }>()
    .execute()
}

/** Unless the item has another address by now. */
export async function clearDueChapters(connection: Connection, { id, url }: DueChapters): Promise<void> {
  await connection
    .updateTable('source_items')
    .set({ chapters_due: null })
    .where('id', '=', id)
    .where('chapters_url', '=', url)
    .execute()
}
