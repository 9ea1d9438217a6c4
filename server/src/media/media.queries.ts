import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection, Dialect, IdSet } from '../db/engine/dialect.ts'
import { yieldToEventLoop } from '../db/engine/event-loop.ts'
import type { Tables } from '../db/schema/tables.ts'
import type { FileChapter } from './chapters/chapter-list.ts'
import { type MediaContentType, mediaUrl, readerVersions, makeMediaKey } from './content-type.ts'

export interface NewMedia {
  readonly sha256: string
  /** Where the bytes are, unless they are stored: `sha256` is a `libraryFileKey` then. */
  readonly origin?: 'library' | null
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
  /** Of the file; of a joined medium its parts have them. */
  readonly chapters?: readonly FileChapter[]
  /** Of a joined medium, whose own file is its index (0045). */
  readonly joined?: { readonly sizeBytes: number; readonly parts: readonly NewMedia[] }
}

/** The stored files of media, and of those that joined ones refer to. What stays in a library folder is nobody's to hold. */
export function filesOf(...media: readonly (NewMedia | null | undefined)[]): NewMedia[] {
  return media.flatMap((medium) => {
    if (!medium) return []
    const { joined, ...file } = medium
    return [...(isStored(file) ? [file] : []), ...filesOf(...(joined?.parts ?? []))]
  })
}

function isStored({ origin = null }: Pick<NewMedia, 'origin'>): boolean {
  return origin === null
}

export interface DeletedMedia {
  readonly key: string
  readonly sha256: string
  readonly origin: 'library' | null
}

/** Hashes of the bytes that were stored for media. */
export function storedHashes(deleted: readonly DeletedMedia[]): string[] {
  return deleted.filter(isStored).map(({ sha256 }) => sha256)
}

export interface ServedMedia {
  readonly key: string
  readonly sha256: string
  readonly contentType: string
  /** Of the file. */
  readonly sizeBytes: number
  /** Of what is served, where the file is its index (0045). */
  readonly joinedBytes: number | null
  /** Whether its bytes, or some of a joined medium, stay in a library folder (0052). */
  readonly isInPlace: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
}

interface InsertedMedium {
  readonly id: number
  readonly key: string
}

export async function insertMedia(connection: Connection, medium: NewMedia): Promise<InsertedMedium> {
  const [inserted] = await insertAllMedia(connection, [medium])
  return inserted as InsertedMedium
}

const rowsAtOnce = 100

/** One row for each field of a record, even for the same bytes: clients tell tracks apart by address. */
export async function insertAllMedia(
  connection: Connection,
  media: readonly NewMedia[],
): Promise<InsertedMedium[]> {
  const rows = media.map(mediaRow)
  const idOf = new Map<string, number>()
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    // A form may have thousands.
    await yieldToEventLoop()
    const some = rows.slice(start, start + rowsAtOnce)
    const inserted = await connection.insertInto('media').values(some).returning(['id', 'key']).execute()
    for (const { id, key } of inserted) idOf.set(key, id)
  }
  const stored = rows.map(({ key }) => ({ id: idOf.get(key) as number, key }))
  for (const [index, { joined }] of media.entries()) {
    if (!joined) continue
    const parts = await insertAllMedia(connection, joined.parts)
    const mediaIds = parts.map(({ id }) => id)
    await insertParts(connection, (stored[index] as InsertedMedium).id, mediaIds)
  }
  return stored
}

function mediaRow(medium: NewMedia) {
  return {
    key: makeMediaKey(),
    sha256: medium.sha256,
    origin: medium.origin ?? null,
    content_type: medium.contentType,
    size_bytes: medium.sizeBytes,
    duration_ms: medium.durationMs,
    width: medium.width,
    height: medium.height,
    color: medium.color,
    placeholder: medium.placeholder,
    created_at: medium.createdAt,
    reader_version: readerVersions[medium.contentType],
    chapters: chaptersColumn(medium.chapters),
    joined_bytes: medium.joined?.sizeBytes ?? null,
  }
}

/** As `media` keeps the chapters of a file: null for none. */
export function chaptersColumn(chapters: readonly FileChapter[] = []): string | null {
  return chapters.length === 0 ? null : JSON.stringify(chapters)
}

/** The media that a joined one refers to, in order. */
export async function insertParts(
  connection: Connection,
  joinedId: number,
  mediaIds: readonly number[],
): Promise<void> {
  if (mediaIds.length === 0) return
  const rows = mediaIds.map((media_id, ordinal) => ({ joined_id: joinedId, ordinal, media_id }))
  await connection.insertInto('joined_parts').values(rows).execute()
}

const partsOf = (connection: Connection, joinedIds: readonly number[] | IdSet) =>
  connection.selectFrom('joined_parts').where('joined_id', 'in', joinedIds).select('media_id')

/** The addresses that the parts of a joined medium have had before they were joined. */
export async function listPartUrls(connection: Connection, joinedId: number | null): Promise<string[]> {
  if (joinedId === null) return []
  const parts = await connection
    .selectFrom('media')
    .where('id', 'in', partsOf(connection, [joinedId]))
    .select(['key', 'content_type'])
    .execute()
  return parts.map(({ key, content_type }) => mediaUrl(key, content_type))
}

export async function findServedMedia(connection: Connection, key: string): Promise<ServedMedia | undefined> {
  const found = await connection
    .selectFrom('media')
    .where('key', '=', key)
    .select((is) => [
      'key',
      'sha256',
      'origin',
      'content_type as contentType',
      'size_bytes as sizeBytes',
      'joined_bytes as joinedBytes',
      'created_at as createdAt',
      is
        .selectFrom('joined_parts')
        .innerJoin('media as part', 'part.id', 'joined_parts.media_id')
        .whereRef('joined_parts.joined_id', '=', 'media.id')
        .where('part.origin', '=', 'library')
        .select('part.origin')
        .limit(1)
        .as('part_origin'),
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const { origin, part_origin, ...served } = found
  return { ...served, isInPlace: origin === 'library' || part_origin === 'library' }
}

const mediaAtOnce = 500

/** Gives media and their parts new addresses; the caller names the former keys as changed scopes. @returns the former keys */
export async function renewMediaKeys(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<string[]> {
  const former: string[] = []
  const parts = ids.length === 0 ? [] : await partsOf(connection, dialect.idSet(ids)).execute()
  const all = [...ids, ...parts.map(({ media_id }) => media_id)]
  for (let start = 0; start < all.length; start += mediaAtOnce) {
    const some = all.slice(start, start + mediaAtOnce)
    const media = connection.selectFrom('media').where('id', 'in', dialect.idSet(some)).select('key')
    former.push(...(await media.execute()).map(({ key }) => key))
    const rows = dialect.jsonRows(some.map((id) => [id, makeMediaKey()]))
    await sql`update media set key = fresh.value ->> 1 from ${rows} as fresh
      where media.id = cast(fresh.value ->> 0 as bigint)`.execute(connection)
  }
  return former
}

/** A statement holds up the thread of SQLite. */
const deletedAtOnce = 200

/** With their parts. The caller names the media as changed scopes and removes what was stored after the commit. */
export async function deleteMedia(connection: Connection, ids: readonly number[]): Promise<DeletedMedia[]> {
  const deleted: DeletedMedia[] = []
  for (let start = 0; start < ids.length; start += deletedAtOnce) {
    await yieldToEventLoop()
    const some = ids.slice(start, start + deletedAtOnce)
    const parts = connection.deleteFrom('media').where('id', 'in', partsOf(connection, some))
    const media = connection.deleteFrom('media').where('id', 'in', some)
    const deletedParts = await parts.returning(['key', 'sha256', 'origin']).execute()
    deleted.push(...(await media.returning(['key', 'sha256', 'origin']).execute()), ...deletedParts)
  }
  return deleted
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
  const recordings = build.selectFrom('recordings').whereRef('media_id', '=', 'media.id').select('media_id')
  const files = build.selectFrom('recording_files').whereRef('media_id', '=', 'media.id').select('media_id')
  const parts = build.selectFrom('joined_parts').whereRef('media_id', '=', 'media.id').select('media_id')
  const feeds = build.selectFrom('feed_images').whereRef('media_id', '=', 'media.id').select('media_id')
  return [...covers, ...images, recordings, files, parts, feeds].map((referring) =>
    build.exists(referring as never),
  )
}
