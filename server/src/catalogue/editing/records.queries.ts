import type { EpisodeType } from '@earmark/contract/episodes.ts'
import type { EpisodeOrder } from '@earmark/contract/podcasts.ts'
import type { Expression } from 'kysely'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { laterThanBefore } from '../creators/creators.queries.ts'
import { mediaUrl } from '../../media/content-type.ts'
import { relayAddress } from '../../media/upload/record-media.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { listTracks, type PresentTrack } from './recording-files.queries.ts'

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
  relay_key: string | null
  relay_type: string | null
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
    .select([...coverColumns, 'recordings.id as recording_id', 'recordings.media_id as audio_media_id'])
    .select(['recordings.relay_key', 'recordings.relay_type'])
}

const noSound = { recording_id: null, audio_media_id: null, relay_key: null, relay_type: null }

/** Undefined when there is no such record. */
export async function findRecordMedia(
  connection: Connection,
  record: RecordRef,
): Promise<MediaIds | undefined> {
  const { kind, id } = record
  if (kind === 'podcast') {
    const podcasts = connection.selectFrom('podcasts').where('id', '=', id).select(coverColumns)
    const podcast = await podcasts.executeTakeFirst()
    return podcast && { ...podcast, ...noSound }
  }
  const media = selectRecordingMedia(connection, kind).where(`${tables[kind]}.id`, '=', id)
  const own = kind === 'episode' ? media.where('episodes.podcast_id', '=', record.podcastId) : media
  return await own.executeTakeFirst()
}

const recordingsAtOnce = 500

/** The media of records, each once. */
export async function listMediaIds(connection: Connection, records: readonly MediaIds[]): Promise<number[]> {
  const ids = records.flatMap((row) => [row.cover_media_id, row.preview_media_id, row.audio_media_id])
  const recordings = records.flatMap(({ recording_id }) => recording_id ?? [])
  for (let start = 0; start < recordings.length; start += recordingsAtOnce) {
    const some = recordings.slice(start, start + recordingsAtOnce)
    const files = connection.selectFrom('recording_files').where('recording_id', 'in', some)
    for (const { media_id } of await files.select('media_id').execute()) ids.push(media_id)
  }
  return ids.filter((id) => id !== null)
}

/** The files of a recording and its address; none of a podcast. */
export async function findRecordSound(
  connection: Connection,
  { recording_id, audio_media_id, ...relay }: Omit<MediaIds, keyof CoverIds | 'replaced_preview_url'>,
): Promise<{ tracks: PresentTrack[]; url: string | null }> {
  if (recording_id === null) return { tracks: [], url: null }
  const tracks = await listTracks(connection, { id: recording_id })
  if (audio_media_id === null) return { tracks, url: tracks.length > 0 ? null : relayAddress(relay) }
  const media = connection.selectFrom('media').where('id', '=', audio_media_id)
  const { key, content_type } = await media.select(['key', 'content_type']).executeTakeFirstOrThrow()
  return { tracks, url: mediaUrl(key, content_type) }
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

/** Gives a record without a cover one. */
export async function setCover(
  connection: Connection,
  { kind, id }: RecordRef,
  cover: CoverIds,
): Promise<void> {
  await connection
    .updateTable(tables[kind])
    .set(cover)
    .where('id', '=', id)
    .where('cover_media_id', 'is', null)
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

/** As `touchRecord`, for all of a podcast's. */
export async function touchEpisodes(connection: Connection, podcastId: number, now: number): Promise<void> {
  await connection
    .updateTable('episodes')
    .set({ updated_at: laterThanBefore(now) })
    .where('podcast_id', '=', podcastId)
    .execute()
}

/** @returns whether it was another */
export async function setLanguage(
  connection: Connection,
  { kind, id }: { readonly kind: 'audio-book' | 'podcast'; readonly id: number },
  language: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable(tables[kind])
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is distinct from', language)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those that there are, by their ids. */
export async function listEpisodeRefs(connection: Connection, ids: readonly number[]) {
  const episodes = connection.selectFrom('episodes').where('id', 'in', ids)
  const rows = await episodes.select(['id', 'podcast_id as podcastId']).execute()
  return new Map(rows.map((row) => [row.id, { kind: 'episode' as const, ...row }]))
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
