import type { ChangedScope } from '../../db/engine/scopes.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'

/** What audio books, podcasts and episodes have in common; to the compiler all three pass for audio books. */

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
  audio_media_id: number | null
  replaced_preview_url: string | null
}

function tableOf(kind: RecordKind): 'audio_books' {
  return tables[kind] as 'audio_books'
}

const coverColumns = [
  'cover_media_id',
  'preview_media_id',
  'preview_chosen_at',
  'replaced_preview_url',
] as const

function selectMedia(connection: Connection, kind: RecordKind) {
  const query = connection.selectFrom(tableOf(kind)).select(coverColumns)
  if (kind !== 'podcast') return query.select('audio_media_id')
  return query.select((build) => build.lit(null).$castTo<number | null>().as('audio_media_id'))
}

/** Undefined when there is no such record. */
export async function findRecordMedia(
  connection: Connection,
  record: RecordRef,
): Promise<MediaIds | undefined> {
  const query = selectMedia(connection, record.kind).where('id', '=', record.id)
  if (record.kind !== 'episode') return await query.executeTakeFirst()
  return await query.where('podcast_id' as 'id', '=', record.podcastId).executeTakeFirst()
}

export async function listEpisodeMedia(connection: Connection, podcastId: number): Promise<MediaIds[]> {
  return await selectMedia(connection, 'episode')
    .where('podcast_id' as 'id', '=', podcastId)
    .execute()
}

/** Where the cover of a record is whose preview an editor has chosen. */
export async function findCoverBesideChosenPreview(connection: Connection, { kind, id }: RecordRef) {
  return await connection
    .selectFrom(`${tableOf(kind)} as record` as 'audio_books as record')
    .innerJoin('media', 'media.id', 'record.cover_media_id')
    .where('record.id', '=', id)
    .where('record.preview_chosen_at', 'is not', null)
    .select(['media.key', 'media.content_type', 'media.sha256', 'media.size_bytes'])
    .executeTakeFirst()
}

/** The columns that a replacement writes; those that a kind of record does not have are absent. */
export interface RecordColumns extends CoverIds {
  name: string
  name_sort?: string
  number?: number
  description: string | null
  replaced_preview_url: string | null
  audio_media_id?: number | null
}

/** @throws DuplicateKeyError when another episode of the podcast has the number */
export async function updateRecord(
  connection: Connection,
  { kind, id }: RecordRef,
  columns: RecordColumns,
  updatedAt: number,
): Promise<void> {
  await connection
    .updateTable(tableOf(kind))
    .set({ ...columns, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
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
  await connection.deleteFrom(tableOf(kind)).where('id', '=', id).execute()
}
