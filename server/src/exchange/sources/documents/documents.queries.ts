import {
  listChapters,
  isSameList,
  listSoundChapters,
  writeChapters,
} from '../../../catalogue/editing/recording-chapters.queries.ts'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import { orderChapters } from '../../../media/chapters/chapter-list.ts'
import type { TranscriptFormat } from '@earmark/contract/feeds.ts'
import type { FeedChapter } from '../reader/feed-document.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/**
 * Gives an episode the chapters that its feed states, unless an editor has written some; where it states none any more,
 * those of its sound.
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
  const chapters = orderChapters(found, durationMs)
  if (chapters.length === 0 && recording.chapters_source !== 'Feed') return false
  const list =
    chapters.length === 0
      ? await listSoundChapters(connection, recording.id)
      : { source: 'Feed' as const, chapters }
  const present = await listChapters(connection, recording.id)
  if (isSameList({ source: recording.chapters_source, chapters: present }, list)) return false
  await writeChapters(connection, recording.id, list)
  return true
}

/** Of these, the episodes whose chapters are those of their feed. */
export async function listFeedChaptered(
  { connection, dialect }: Db,
  episodeIds: readonly number[],
): Promise<number[]> {
  const rows = await connection
    .selectFrom('recordings')
    .where('episode_id', 'in', dialect.idSet(episodeIds))
    .where('chapters_source', '=', 'Feed')
    .select('episode_id')
    .$narrowType<{ episode_id: number }>()
    .execute()
  return rows.map(({ episode_id }) => episode_id)
}

/** A transcript as a feed names it. */
export interface TranscriptAddress {
  readonly url: string
  /** BCP 47. */
  readonly language: string | null
}

/** An item whose documents are to be fetched. */
export interface DueDocuments {
  readonly id: number
  readonly episodeId: number
  readonly contentHash: string
  readonly chaptersUrl: string | null
  readonly transcripts: readonly TranscriptAddress[]
}

/** Of a source, the newest first. */
export async function listDueDocuments(
  connection: Connection,
  sourceId: number,
  limit: number,
): Promise<DueDocuments[]> {
  const rows = await connection
    .selectFrom('source_items')
    .where('source_id', '=', sourceId)
    .where('documents_due', '=', 1)
    .where('episode_id', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'episode_id as episodeId', 'content_hash as contentHash'])
    .select(['chapters_url as chaptersUrl', 'transcript_urls'])
    .$narrowType<{ episodeId: number }>()
    .execute()
  return rows.map(({ transcript_urls: urls, ...row }) => ({
    ...row,
    transcripts: urls === null ? [] : (JSON.parse(urls) as TranscriptAddress[]),
  }))
}

/** @returns false for an item that has changed meanwhile */
export async function clearDueDocuments(
  connection: Connection,
  { id, contentHash }: DueDocuments,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('source_items')
    .set({ documents_due: null })
    .where('id', '=', id)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface StatedTranscript {
  readonly format: TranscriptFormat
  readonly language: string | null
  readonly content: string
}

/** One of each format; those that are as they were keep their revision. */
export async function putTranscripts(
  connection: Connection,
  episodeId: number,
  stated: readonly StatedTranscript[],
): Promise<void> {
  const formats = stated.map(({ format }) => format)
  const gone = connection.deleteFrom('transcripts').where('episode_id', '=', episodeId)
  await (formats.length === 0 ? gone : gone.where('format', 'not in', formats)).execute()
  if (stated.length === 0) return
  await connection
    .insertInto('transcripts')
    .values(stated.map((one) => ({ ...one, episode_id: episodeId, revision: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['episode_id', 'format'])
        .doUpdateSet((is) => ({
          language: is.ref('excluded.language'),
          content: is.ref('excluded.content'),
          revision: is('transcripts.revision', '+', 1),
        }))
        .where((is) =>
          is.or([
            is('transcripts.content', '!=', is.ref('excluded.content')),
            is('transcripts.language', 'is distinct from', is.ref('excluded.language')),
          ]),
        ),
    )
    .execute()
}

export async function deleteTranscripts(
  { connection, dialect }: Db,
  episodeIds: readonly number[],
): Promise<void> {
  await connection.deleteFrom('transcripts').where('episode_id', 'in', dialect.idSet(episodeIds)).execute()
}
