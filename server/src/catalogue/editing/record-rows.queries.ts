import type { Connection, IdQuery } from '../../db/engine/dialect.ts'
import {
  audioColumns,
  type AudioRow,
  audioView,
  coverColumns,
  type CoverRow,
  coverView,
} from '../../media/upload/record-media.ts'

/** The rows that audio books, podcasts and episodes are shown from, as far as they are alike. */

interface RecordRow extends CoverRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** Records with their covers. */
export function selectRecords(connection: Connection, table: 'audio_books' | 'podcasts' | 'episodes') {
  return connection
    .selectFrom(table)
    .leftJoin('media as cover', 'cover.id', `${table}.cover_media_id`)
    .leftJoin('media as preview', 'preview.id', `${table}.preview_media_id`)
    .select([`${table}.id`, `${table}.name`, `${table}.description`])
    .select([`${table}.created_at`, `${table}.updated_at`])
    .select(coverColumns)
}

const recordingOwners = {
  audio_books: 'recordings.audio_book_id',
  episodes: 'recordings.episode_id',
} as const

/** Audio books or episodes with their covers, recordings and present audio. */
export function selectRecordings(connection: Connection, table: 'audio_books' | 'episodes') {
  return selectRecords(connection, table)
    .innerJoin('recordings', recordingOwners[table], `${table}.id`)
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .leftJoin('media as audio', 'audio.id', 'file.media_id')
    .select('recordings.id as recording_id')
    .select(audioColumns)
}

export function recordView(row: RecordRow) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...coverView(row),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** ISO 8601 in UTC; null for none. */
export function instantView(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

export function recordingView(row: RecordRow & AudioRow) {
  return { ...recordView(row), ...audioView(row) }
}

/** Leaves out the ids that have no record. */
export function inOrderOf<T extends { readonly id: number }>(
  ids: readonly number[],
  records: readonly T[],
): T[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const sortColumns = {
  id: 'id',
  name: 'name_sort',
  createdAt: 'created_at',
  publishedAt: 'published_at',
} as const

/** The ids of all records of a table, ascending by `field`, ties by id. */
export function queryIdsOf(table: 'audio_books' | 'podcasts') {
  return (connection: Connection, field: keyof typeof sortColumns): IdQuery =>
    connection.selectFrom(table).select('id').orderBy(sortColumns[field]).orderBy('id') as unknown as IdQuery
}
