import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { mediaUrl, type MediaContentType } from '../../media/content-type.ts'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import { type ChapterList, followSound, insertChapters } from './recording-chapters.queries.ts'

/**
 * Of `recordings` with the `audio` of their addresses; files that no one decoder plays have no common medium. A relayed sound
 * lasts as long as its feed says.
 */
export const recordingDuration = sql<number | null>`coalesce(audio.duration_ms,
  (select cast(sum(file.duration_ms) as bigint) from recording_files as file where file.recording_id = recordings.id),
  recordings.relay_duration_ms)`

/** What chapters begin before: 0 without a sound, null where the length of one is unknown. */
export const chaptersEnd = sql<number | null>`coalesce(${recordingDuration},
  case when coalesce(recordings.relay_key, cast(recordings.media_id as text)) is null then 0 end)`

const tracksCount: RawBuilder<number> = sql<number>`coalesce(
  (select nullif(count(*), 0) from recording_files as file where file.recording_id = recordings.id),
  case when coalesce(recordings.relay_key, cast(recordings.media_id as text)) is null then 0 else 1 end)`

export const audioColumns = [
  'audio.key as audio_key',
  'audio.content_type as audio_type',
  'recordings.relay_key',
  'recordings.relay_type',
  recordingDuration.as('duration_ms'),
  tracksCount.as('tracks_count'),
] as const

/** What a recording's address serves, and its files where there are several. */
export interface RecordingSound {
  readonly mediaId: number | null
  readonly tracks: readonly StoredTrack[]
}

export interface StoredTrack {
  readonly mediaId: number
  readonly durationMs: number
  readonly title: string | null
  /** Of its upload. */
  readonly fileName: string | null
}

/**
 * The recording of a new audio book or episode.
 *
 * @param list its chapters; otherwise those of its sound
 */
export async function insertRecording(
  connection: Connection,
  owner: { readonly audio_book_id: number } | { readonly episode_id: number },
  { mediaId, tracks }: RecordingSound,
  list?: ChapterList,
): Promise<void> {
  const { id } = await connection
    .insertInto('recordings')
    .values({
      ...owner,
      media_id: mediaId,
      ...(list && { chapters_source: list.source, chapters_version: list.source === 'None' ? 0 : 1 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTracks(connection, id, tracks)
  if (list) await insertChapters(connection, id, list.chapters)
  else await followSound(connection, id)
}

/** Replaces the sound of a recording, and the chapters that it had of it. */
export async function setRecordingSound(
  connection: Connection,
  recordingId: number,
  { mediaId, tracks }: RecordingSound,
): Promise<void> {
  await connection
    .updateTable('recordings')
    .set({ media_id: mediaId })
    .where('id', '=', recordingId)
    .execute()
  await connection.deleteFrom('recording_files').where('recording_id', '=', recordingId).execute()
  await insertTracks(connection, recordingId, tracks)
  await followSound(connection, recordingId)
}

const tracksAtOnce = 500

async function insertTracks(
  connection: Connection,
  recordingId: number,
  tracks: readonly StoredTrack[],
): Promise<void> {
  for (let start = 0; start < tracks.length; start += tracksAtOnce) {
    const rows = tracks
      .slice(start, start + tracksAtOnce)
      .map(({ mediaId, durationMs, title, fileName }, index) => ({
        recording_id: recordingId,
        ordinal: start + index,
        media_id: mediaId,
        duration_ms: durationMs,
        title,
        file_name: fileName,
      }))
    await connection.insertInto('recording_files').values(rows).execute()
  }
}

/** A file of a recording as it is stored. */
export interface PresentTrack extends StoredTrack {
  readonly url: string
  readonly contentType: string
  /** Of what the address serves. */
  readonly sizeBytes: number
  /** Without its index, where it has one (0045). */
  readonly file: NewMedia
  readonly fileUrl: string
}

/** In their order; the one file of a recording that has no others is its address's. */
export async function listTracks(
  connection: Connection,
  recording: { readonly id: number } | { readonly audio_book_id: number },
): Promise<PresentTrack[]> {
  const rows = await connection
    .selectFrom('recordings')
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .innerJoin('media', (join) =>
      join.on((is) => is('media.id', '=', is.fn.coalesce('file.media_id', 'recordings.media_id'))),
    )
    .leftJoin('joined_parts', 'joined_parts.joined_id', 'media.id')
    .leftJoin('media as part', 'part.id', 'joined_parts.media_id')
    .where((is) =>
      'id' in recording
        ? is('recordings.id', '=', recording.id)
        : is('recordings.audio_book_id', '=', recording.audio_book_id),
    )
    .orderBy('file.ordinal')
    .select(['media.id', 'media.key', 'media.content_type', 'media.size_bytes', 'media.joined_bytes'])
    .select(['media.sha256', 'media.created_at', 'media.duration_ms', 'file.title', 'file.file_name'])
    .select(['file.duration_ms as track_ms', 'part.key as part_key', 'part.content_type as part_type'])
    .select(['part.sha256 as part_sha256', 'part.size_bytes as part_bytes', 'part.duration_ms as part_ms'])
    .select(['media.origin', 'part.origin as part_origin'])
    .select(['part.created_at as part_created_at', 'part.chapters as part_chapters', 'media.chapters'])
    .execute()
  return rows.map((row) => {
    const url = mediaUrl(row.key, row.content_type)
    const durationMs = row.track_ms ?? row.duration_ms ?? 0
    const isJoined = row.part_sha256 !== null
    return {
      mediaId: row.id,
      durationMs,
      title: row.title,
      fileName: row.file_name,
      url,
      contentType: row.content_type,
      sizeBytes: row.joined_bytes ?? row.size_bytes,
      file: {
        sha256: row.part_sha256 ?? row.sha256,
        origin: isJoined ? row.part_origin : row.origin,
        sizeBytes: row.part_bytes ?? row.size_bytes,
        contentType: (row.part_type ?? row.content_type) as MediaContentType,
        durationMs: isJoined ? row.part_ms : row.duration_ms,
        createdAt: row.part_created_at ?? row.created_at,
        chapters: JSON.parse(row.part_chapters ?? row.chapters ?? '[]') as FileChapter[],
        ...noPicture,
      },
      fileUrl: row.part_key === null ? url : mediaUrl(row.part_key, row.part_type as string),
    }
  })
}

const noPicture = { width: null, height: null, color: null, placeholder: null }
