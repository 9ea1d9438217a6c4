import type { PublishingStatus } from '@earmark/contract/edited-records.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { audioColumns, chaptersEnd } from './recording-files.queries.ts'
import type { Connection, IdQuery } from '../../db/engine/dialect.ts'
import type { Database } from '../../db/database.ts'
import {
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

/** Editors see drafts and scheduled records, too. */
export type Audience = 'public' | 'editors'

/** Followers of a podcast see it although it is not listed (0067): whether they follow is asked before. */
export type PodcastAudience = Audience | 'followers'

/** Records with their covers; an episode of a hidden podcast is hidden by its podcast. */
export function selectRecords(
  connection: Connection,
  table: 'audio_books' | 'podcasts' | 'episodes',
  audience: PodcastAudience,
) {
  const records = connection
    .selectFrom(table)
    .leftJoin('media as cover', 'cover.id', `${table}.cover_media_id`)
    .leftJoin('media as preview', 'preview.id', `${table}.preview_media_id`)
    .select([`${table}.id`, `${table}.name`, `${table}.description`])
    .select([`${table}.created_at`, `${table}.updated_at`])
    .select([`${table}.is_public`, `${table}.published_at`, `${table}.publish_at`])
    .select(coverColumns)
  if (audience === 'editors') return records
  return audience === 'followers' && table === 'podcasts'
    ? records.where(isPublicOrUnlisted)
    : records.where(`${table}.is_public`, '=', sql.lit<1>(1))
}

/** Of what somebody has already, and of what it is known that they follow. */
export const isPublicOrUnlisted = sql<boolean>`(podcasts.is_public = 1 or podcasts.is_unlisted = 1)`

/** Everybody sees a podcast that is public, and its followers one that is not listed. */
export function isPodcastShownTo(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(podcasts.is_public = 1 or podcasts.is_unlisted = 1 and exists (select 1 from follows
    where follows.podcast_id = podcasts.id and follows.user_id = ${userId}))`
}

const recordingOwners = {
  audio_books: 'recordings.audio_book_id',
  episodes: 'recordings.episode_id',
} as const

/** Audio books or episodes with their covers, recordings and present audio. */
export function selectRecordings(
  connection: Connection,
  table: 'audio_books' | 'episodes',
  audience: Audience,
) {
  return selectRecords(connection, table, audience)
    .innerJoin('recordings', recordingOwners[table], `${table}.id`)
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .select('recordings.id as recording_id')
    .select(audioColumns)
    .select((build) =>
      build
        .selectFrom('chapters')
        .whereRef('chapters.recording_id', '=', 'recordings.id')
        .where(sql<SqlBool>`coalesce(chapters.start_ms < ${chaptersEnd}, true)`)
        .select(build.fn.countAll<number>().as('count'))
        .as('chapters_count'),
    )
}

export function recordView(row: RecordRow) {
  const createdAt = new Date(row.created_at).toISOString()
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...coverView(row),
    createdAt,
    updatedAt: row.updated_at === row.created_at ? createdAt : new Date(row.updated_at).toISOString(),
  }
}

/** ISO 8601 in UTC; null for none. */
export function instantView(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

/** Columns of a record that is being added. */
export interface NewPublishing {
  readonly is_public: 0 | 1
  readonly published_at: number | null
}

/** How an editor sees that a record is public, or when it will be. */
export function publishingView({ is_public, publish_at }: PublishingRow): {
  status: PublishingStatus
  publishAt: string | null
} {
  const hidden = publish_at === null ? 'Draft' : 'Scheduled'
  return { status: is_public === 1 ? 'Published' : hidden, publishAt: instantView(publish_at) }
}

interface PublishingRow {
  readonly is_public: 0 | 1
  readonly publish_at: number | null
}

export function recordingView(row: RecordRow & AudioRow & { readonly chapters_count: number | null }) {
  return { ...recordView(row), ...audioView(row), chaptersCount: row.chapters_count ?? 0 }
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
  id: 'created_at',
  name: 'name_sort',
  createdAt: 'created_at',
  publishedAt: 'published_at',
} as const

/**
 * The ids of all records of a table, ascending by `field`, ties by id. In the order of ids they are sorted here: a
 * database would read all of every row for it, where an index has the ids close together.
 */
export async function listIdsBy(
  { connection, dialect }: Pick<Database, 'connection' | 'dialect'>,
  table: 'audio_books' | 'podcasts',
  field: keyof typeof sortColumns,
): Promise<readonly number[]> {
  const query = connection.selectFrom(table).select('id').orderBy(sortColumns[field]).orderBy('id')
  const ids = await dialect.listIds(connection, query as unknown as IdQuery)
  return field === 'id' ? ids.sort((one, other) => one - other) : ids
}
