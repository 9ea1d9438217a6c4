import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection, Dialect } from '../db/engine/dialect.ts'
import type { Tables } from '../db/engine/schema.ts'
import { type MediaContentType, readerVersions, makeMediaKey } from './content-type.ts'

export interface NewMedia {
  readonly sha256: string
  readonly sizeBytes: number
  readonly contentType: MediaContentType
  readonly durationMs: number | null
  /** Pixels; null for audio. */
  readonly width: number | null
  readonly height: number | null
  /** `#rrggbb`; null for audio. */
  readonly color: string | null
  /** ThumbHash in base64; null for audio. */
  readonly placeholder: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface ServedMedia {
  readonly key: string
  readonly sha256: string
  readonly contentType: string
  readonly sizeBytes: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** One row for each field of a record, even for the same bytes: clients tell tracks apart by address. */
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

const mediaAtOnce = 500

/** Gives media new addresses; the caller names the former keys as changed scopes. @returns the former keys */
export async function renewMediaKeys(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<string[]> {
  const former: string[] = []
  for (let start = 0; start < ids.length; start += mediaAtOnce) {
    const some = ids.slice(start, start + mediaAtOnce)
    const media = connection.selectFrom('media').where('id', 'in', dialect.idSet(some)).select('key')
    former.push(...(await media.execute()).map(({ key }) => key))
    const rows = dialect.jsonRows(some.map((id) => [id, makeMediaKey()]))
    await sql`update media set key = fresh.value ->> 1 from ${rows} as fresh
      where media.id = cast(fresh.value ->> 0 as bigint)`.execute(connection)
  }
  return former
}

/** The caller names the media as changed scopes and removes the bytes after the commit. */
export async function deleteMedia(
  connection: Connection,
  ids: readonly number[],
): Promise<{ key: string; sha256: string }[]> {
  if (ids.length === 0) return []
  return await connection.deleteFrom('media').where('id', 'in', ids).returning(['key', 'sha256']).execute()
}

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

/** Pending media of uploads that were abandoned before `time` (epoch milliseconds). */
export async function deleteUnusedMedia(connection: Connection, time: number): Promise<void> {
  await connection
    .deleteFrom('media')
    .where('created_at', '<', time)
    .where((build) => build.and(whetherReferring(build).map((isReferring) => build.not(isReferring))))
    .execute()
}

function whetherReferring(build: ExpressionBuilder<Tables, 'media'>) {
  const covers = (['audio_books', 'podcasts', 'episodes'] as const).flatMap((table) =>
    (['cover_media_id', 'preview_media_id'] as const).map((column) =>
      build.selectFrom(table).whereRef(column, '=', 'media.id').select(column),
    ),
  )
  const images = (['image_media_id', 'preview_media_id'] as const).map((column) =>
    build.selectFrom('creators').whereRef(column, '=', 'media.id').select(column),
  )
  const files = build.selectFrom('recording_files').whereRef('media_id', '=', 'media.id').select('media_id')
  return [...covers, ...images, files].map((referring) => build.exists(referring as never))
}
