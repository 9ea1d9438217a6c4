import type { PublishingStatus } from '@earmark/contract/edited-records.ts'
import { sql } from 'kysely'
import type { Connection, IdQuery } from '../../db/engine/dialect.ts'
import {
  listEpisodeMedia,
  listMediaIds,
  findRecordMedia,
  type RecordRef,
} from '../editing/records.queries.ts'

const tables = { 'audio-book': 'audio_books', podcast: 'podcasts', episode: 'episodes' } as const

/** @returns whether it was not public before; one that was public earlier keeps its `published_at` */
export async function makePublic(
  connection: Connection,
  { kind, id }: RecordRef,
  publishedAt: number,
): Promise<boolean> {
  const row = await connection
    .updateTable(tables[kind])
    .set({
      is_public: 1,
      publish_at: null,
      published_at: sql<number>`coalesce(published_at, cast(${publishedAt} as bigint))`,
    })
    .where('id', '=', id)
    .where('is_public', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * As `makePublic`, when its time has come; published at that time.
 *
 * @returns false when it is not due any more
 */
export async function makeDuePublic(
  connection: Connection,
  { kind, id }: RecordRef,
  now: number,
): Promise<boolean> {
  const row = await connection
    .updateTable(tables[kind])
    .set((is) => ({
      is_public: 1,
      publish_at: null,
      published_at: is.fn.coalesce('published_at', 'publish_at'),
    }))
    .where('id', '=', id)
    .where('is_public', '=', 0)
    .where('publish_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** One that its followers alone saw is everybody's. */
export async function listPodcast(connection: Connection, id: number): Promise<void> {
  await connection.updateTable('podcasts').set({ is_unlisted: 0 }).where('id', '=', id).execute()
}

/** Null cancels the schedule. A public record has none. */
export async function schedule(
  connection: Connection,
  { kind, id }: RecordRef,
  publishAt: number | null,
): Promise<void> {
  await connection
    .updateTable(tables[kind])
    .set({ publish_at: publishAt })
    .where('id', '=', id)
    .where('is_public', '=', 0)
    .execute()
}

/** @returns whether it was public */
export async function hide(connection: Connection, { kind, id }: RecordRef): Promise<boolean> {
  const row = await connection
    .updateTable(tables[kind])
    .set({
      is_public: 0,
      publish_at: null,
    })
    .where('id', '=', id)
    .where('is_public', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The media of a record, of a podcast with its episodes'. */
export async function listMediaOf(connection: Connection, record: RecordRef): Promise<number[]> {
  const own = await findRecordMedia(connection, record)
  const episodes = record.kind === 'podcast' ? await listEpisodeMedia(connection, record.id) : []
  return await listMediaIds(connection, [...(own ? [own] : []), ...episodes])
}

type ListedTable = 'audio_books' | 'podcasts'

/** In the order of publishing, ties by id. */
export function queryPublishedIds(connection: Connection, table: ListedTable): IdQuery {
  const published = connection.selectFrom(table).select('id').where('published_at', 'is not', null)
  return published.orderBy('published_at').orderBy('id') as unknown as IdQuery
}

export function queryNeverPublishedIds(connection: Connection, table: ListedTable): IdQuery {
  const others = connection.selectFrom(table).select('id').where('published_at', 'is', null)
  return others.orderBy('id') as unknown as IdQuery
}

/** Of the records that are not public, by their ids. */
export async function listHiddenStatuses(
  connection: Connection,
  table: ListedTable,
): Promise<Map<number, PublishingStatus>> {
  const hidden = connection.selectFrom(table).where('is_public', '=', sql.lit<0>(0))
  const rows = await hidden.select(['id', 'publish_at']).execute()
  return new Map(rows.map((row) => [row.id, row.publish_at === null ? 'Draft' : 'Scheduled']))
}

/** Scheduled records whose time has come, the longest due first. */
export async function listDueRecords(connection: Connection, now: number): Promise<RecordRef[]> {
  const due: (RecordRef & { readonly publishAt: number })[] = []
  for (const kind of ['audio-book', 'podcast'] as const) {
    const rows = await connection
      .selectFrom(tables[kind])
      .where('publish_at', '<=', now)
      .select(['id', 'publish_at'])
      .$narrowType<{ publish_at: number }>()
      .execute()
    due.push(...rows.map(({ id, publish_at }) => ({ kind, id, publishAt: publish_at })))
  }
  const episodes = await connection
    .selectFrom('episodes')
    .where('publish_at', '<=', now)
    .select(['id', 'podcast_id', 'publish_at'])
    .$narrowType<{ publish_at: number }>()
    .execute()
  due.push(
    ...episodes.map(({ id, podcast_id, publish_at }) => ({
      kind: 'episode' as const,
      id,
      podcastId: podcast_id,
      publishAt: publish_at,
    })),
  )
  return due.toSorted((one, other) => one.publishAt - other.publishAt)
}
