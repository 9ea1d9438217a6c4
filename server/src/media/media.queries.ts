import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../db/engine/dialect.ts'
import type { Tables } from '../db/engine/schema.ts'
import { type MediaContentType, readerVersions } from './content-type.ts'
import { makeMediaKey } from './media-url.ts'

/** Stored bytes and what is known about them: becomes a medium when it is inserted for a record's field. */
export interface NewMedia {
  readonly sha256: string
  readonly sizeBytes: number
  readonly contentType: MediaContentType
  /** Of audio. */
  readonly durationMs: number | null
  /** Pixels; of images. */
  readonly width: number | null
  readonly height: number | null
  /** `#rrggbb`; of images. */
  readonly color: string | null
  /** ThumbHash in base64; of images. */
  readonly placeholder: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** What the media route needs. */
export interface ServedMedia {
  readonly key: string
  readonly sha256: string
  readonly contentType: string
  readonly sizeBytes: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A medium of its own for each record and field, even for the same bytes: clients tell tracks apart by address. */
export function insertMedia(connection: Connection, media: NewMedia): Promise<{ id: number; key: string }> {
  return connection
    .insertInto('media')
    .values({
      key: makeMediaKey(),
      sha256: media.sha256,
      content_type: media.contentType,
      size_bytes: media.sizeBytes,
      duration_ms: media.durationMs,
      width: media.width,
      height: media.height,
      color: media.color,
      placeholder: media.placeholder,
      created_at: media.createdAt,
      reader_version: readerVersions[media.contentType],
    })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow()
}

export function findServedMedia(connection: Connection, key: string): Promise<ServedMedia | undefined> {
  return connection
    .selectFrom('media')
    .where('key', '=', key)
    .select([
      'key',
      'sha256',
      'content_type as contentType',
      'size_bytes as sizeBytes',
      'created_at as createdAt',
    ])
    .executeTakeFirst()
}

/**
 * Deletes media that no record refers to any more. The bytes stay: `tryRemoveUnusedFiles` takes those that may go, after
 * the commit. The caller names the media as changed, which makes the media route forget them.
 */
export async function deleteMedia(
  connection: Connection,
  ids: readonly number[],
): Promise<{ key: string; sha256: string }[]> {
  if (ids.length === 0) return []
  return await connection.deleteFrom('media').where('id', 'in', ids).returning(['key', 'sha256']).execute()
}

/** Which of these files no medium refers to. */
export async function listUnusedFiles(connection: Connection, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const used = await connection
    .selectFrom('media')
    .where('sha256', 'in', hashes)
    .select('sha256')
    .distinct()
    .execute()
  const usedHashes = new Set(used.map((row) => row.sha256))
  return hashes.filter((hash) => !usedHashes.has(hash))
}

/** Deletes media made before `time` that no record refers to: pending ones of uploads that were never finished. */
export async function deleteUnusedMedia(connection: Connection, time: number): Promise<void> {
  await connection
    .deleteFrom('media')
    .where('created_at', '<', time)
    .where((build) => build.and(whetherReferring(build).map((isReferring) => build.not(isReferring))))
    .execute()
}

/** For each column that may refer to the row of `media`, whether one does. */
function whetherReferring(build: ExpressionBuilder<Tables, 'media'>) {
  const covers = (['audio_books', 'podcasts', 'episodes'] as const).flatMap((table) =>
    (['cover_media_id', 'preview_media_id'] as const).map((column) =>
      build.selectFrom(table).whereRef(column, '=', 'media.id').select(column),
    ),
  )
  const files = build.selectFrom('recording_files').whereRef('media_id', '=', 'media.id').select('media_id')
  return [...covers.map((cover) => build.exists(cover)), build.exists(files)]
}
