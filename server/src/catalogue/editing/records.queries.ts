import type { EpisodeType } from '@earmark/contract/episodes.ts'
import type { EpisodeOrder } from '@earmark/contract/podcasts.ts'
import type { Expression } from 'kysely'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { laterThanBefore } from '../creators/creators.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'

/** Media, columns and deletion of audio books, podcasts and episodes. */

const tables = { 'audio-book': 'audio_books', podcast: 'podcasts', episode: 'episodes' } as const

/** One record; an episode is known under its own podcast only. */
export type RecordRef =
  | { readonly kind: 'audio-book' | 'podcast'; readonly id: number }
  | { readonly kind: 'episode'; readonly id: number; readonly podcastId: number }

export type RecordKind = RecordRef['kind']

/** An episode's is its podcast's. */
export function scopeOf(record: RecordRef): ChangedScope {
  return record.kind === 'episode' ? `podcasts/${record.podcastId}` : `${record.kind}s/${record.id}`
}

export interface MediaIds extends CoverIds {
  /** Null for a podcast. */
  recording_id: number | null
  audio_media_id: number | null
  replaced_preview_url: string | null
}

const coverColumns = [
  'cover_media_id',
  'preview_media_id',
  'preview_chosen_at',
  'replaced_preview_url',
] as const

const recordingOwners = {
  'audio-book': 'recordings.audio_book_id',
  episode: 'recordings.episode_id',
} as const

function selectRecordingMedia(connection: Connection, kind: 'audio-book' | 'episode') {
  return connection
    .selectFrom(tables[kind])
    .innerJoin('recordings', recordingOwners[kind], `${tables[kind]}.id`)
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .select([...coverColumns, 'recordings.id as recording_id', 'file.media_id as audio_media_id'])
}

/** Undefined when there is no such record. */
export async function findRecordMedia(
  connection: Connection,
  record: RecordRef,
): Promise<MediaIds | undefined> {
  const { kind, id } = record
  if (kind === 'podcast') {
    const podcasts = connection.selectFrom('podcasts').where('id', '=', id).select(coverColumns)
    const podcast = await podcasts.executeTakeFirst()
    return podcast && { ...podcast, recording_id: null, audio_media_id: null }
  }
  const media = selectRecordingMedia(connection, kind).where(`${tables[kind]}.id`, '=', id)
  const own = kind === 'episode' ? media.where('episodes.podcast_id', '=', record.podcastId) : media
  return await own.executeTakeFirst()
}

export async function listEpisodeMedia(connection: Connection, podcastId: number): Promise<MediaIds[]> {
  const media = selectRecordingMedia(connection, 'episode')
  return await media.where('episodes.podcast_id', '=', podcastId).execute()
}

/** Where the cover of a record is whose preview an editor has chosen. */
export async function findCoverBesideChosenPreview(connection: Connection, { kind, id }: RecordRef) {
  return await connection
    .selectFrom(tables[kind])
    .innerJoin('media', 'media.id', 'cover_media_id')
    .where(`${tables[kind]}.id`, '=', id)
    .where('preview_chosen_at', 'is not', null)
    .select(['media.key', 'media.content_type', 'media.sha256', 'media.size_bytes'])
    .executeTakeFirst()
}

/**
 * The columns that a replacement writes; those that a kind of record does not have are absent. Undefined leaves a column
 * as it is.
 */
export interface RecordColumns extends CoverIds {
  name: string
  name_sort?: string
  number?: number
  description: string | null
  subtitle?: string | null | undefined
  language?: string | null | undefined
  published_year?: number | null | undefined
  publisher?: string | null | undefined
  isbn?: string | null | undefined
  is_abridged?: 0 | 1 | null | undefined
  is_explicit?: 0 | 1 | undefined
  link?: string | null | undefined
  episode_order?: EpisodeOrder | undefined
  season?: number | null | undefined
  type?: EpisodeType | undefined
  published_at?: number | Expression<number | null> | undefined
  replaced_preview_url: string | null
}

/** @throws DuplicateKeyError when another episode of the podcast has the number */
export async function updateRecord(
  connection: Connection,
  { kind, id }: RecordRef,
  columns: RecordColumns,
  updatedAt: number,
): Promise<void> {
  await connection
    .updateTable(tables[kind])
    .set({ ...columns, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

/**
 * Moves the time of a record's last change.
 *
 * @param base the time that it has to be; absent, any
 * @returns false when it is another one
 */
export async function touchRecord(
  connection: Connection,
  { kind, id }: RecordRef,
  now: number,
  base?: number,
): Promise<boolean> {
  const changed = connection
    .updateTable(tables[kind])
    .set({ updated_at: laterThanBefore(now) })
    .where('id', '=', id)
  const row = await (base === undefined ? changed : changed.where('updated_at', '=', base))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const episodesAtOnce = 500

/** All of a podcast's, as `deleteRecord` does. */
export async function deleteEpisodes(connection: Connection, podcastId: number): Promise<void> {
  const some = connection.selectFrom('episodes').where('podcast_id', '=', podcastId).limit(episodesAtOnce)
  for (;;) {
    const { numDeletedRows } = await connection
      .deleteFrom('episodes')
      .where('id', 'in', some.select('id'))
      .executeTakeFirstOrThrow()
    if (numDeletedRows < episodesAtOnce) return
  }
}

/** With everything that belongs to it but its media. */
export async function deleteRecord(connection: Connection, { kind, id }: RecordRef): Promise<void> {
  await connection.deleteFrom(tables[kind]).where('id', '=', id).execute()
}
