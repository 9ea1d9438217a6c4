import type { Series, SeriesSortField } from '@earmark/contract/series.ts'
import { sql } from 'kysely'
import type { Connection, IdQuery } from '../../db/engine/dialect.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { mediaUrl } from '../../media/content-type.ts'
import { creatorView, laterThanBefore } from '../creators/creators.queries.ts'
import { bySequence, publicParts } from '../audio-books/series-parts.queries.ts'

export interface NewSeries {
  readonly name: string
  readonly description: string | null
}

const mostCovers = 4

/** In the order of `ids`, with what their public audio books give. */
export async function listSeries(connection: Connection, ids: readonly number[]): Promise<Series[]> {
  if (ids.length === 0) return []
  const rows = await connection
    .selectFrom('series')
    .where('id', 'in', ids)
    .select(['id', 'name', 'description', 'updated_at'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const covers = Map.groupBy(await listCovers(connection, ids), ({ series_id }) => series_id)
  const authors = Map.groupBy(await listAuthors(connection, ids), ({ series_id }) => series_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const parts = covers.get(id) ?? []
    return {
      id,
      name: row.name,
      description: row.description,
      booksCount: parts.length,
      authors: [...new Map((authors.get(id) ?? []).map((one) => [one.id, creatorView(one)])).values()],
      coverImagePreviewUrls: parts.flatMap(({ url }) => url ?? []).slice(0, mostCovers),
      updatedAt: new Date(row.updated_at).toISOString(),
    }
  })
}

/** A row for each public part, in their order; `url` null for one without a cover. */
async function listCovers(connection: Connection, ids: readonly number[]) {
  const rows = await publicParts(connection)
    .leftJoin('media as preview', 'preview.id', 'audio_books.preview_media_id')
    .where('part.series_id', 'in', ids)
    .select(['part.series_id', 'preview.key', 'preview.content_type'])
    .orderBy(bySequence('part'))
    .execute()
  return rows.map(({ series_id, key, content_type }) => ({
    series_id,
    url: key === null || content_type === null ? null : mediaUrl(key, content_type),
  }))
}

/** In the order of the parts; of several parts several times. */
async function listAuthors(connection: Connection, ids: readonly number[]) {
  return await publicParts(connection)
    .innerJoin('credits', 'credits.audio_book_id', 'audio_books.id')
    .innerJoin('creators', 'creators.id', 'credits.creator_id')
    .where('part.series_id', 'in', ids)
    .where('credits.role', '=', 'Author')
    .select(['part.series_id', 'creators.id', 'creators.nickname', 'creators.name', 'creators.surname'])
    .orderBy(bySequence('part'))
    .orderBy('credits.ordinal')
    .execute()
}

export async function findSeries(connection: Connection, id: number): Promise<Series | undefined> {
  return (await listSeries(connection, [id]))[0]
}

/** All, ascending by `field`, ties by id. */
export function queryIdsOfSeries(connection: Connection, field: SeriesSortField): IdQuery {
  const query = connection.selectFrom('series').select('id')
  return query.orderBy(field === 'name' ? 'name_sort' : 'id') as unknown as IdQuery
}

/** The texts by which series are found. */
export async function listSeriesTexts(connection: Connection, ids: readonly number[]) {
  return await connection
    .selectFrom('series')
    .where('id', 'in', ids)
    .select(['id', 'name', 'description'])
    .execute()
}

/** @throws DuplicateKeyError for the name of another one */
export async function insertSeries(
  connection: Connection,
  { name, description }: NewSeries,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('series')
    .values({ name, name_sort: foldText(name), description, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * @param base the time of the last change that was edited; undefined, any
 * @returns false when the last change is another one
 * @throws DuplicateKeyError for the name of another one
 */
export async function updateSeries(
  connection: Connection,
  id: number,
  { name, description }: NewSeries,
  { now, base }: { readonly now: number; readonly base: number | undefined },
): Promise<boolean> {
  const changed = connection
    .updateTable('series')
    .set({ name, name_sort: foldText(name), description, updated_at: laterThanBefore(now) })
    .where('id', '=', id)
  const row = await (base === undefined ? changed : changed.where('updated_at', '=', base))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its audio books go on without, with a later `updatedAt`. @returns whether there was such a series */
export async function deleteSeries(connection: Connection, id: number, now: number): Promise<boolean> {
  const parts = connection.selectFrom('series_books').where('series_id', '=', id).select('audio_book_id')
  await connection
    .updateTable('audio_books')
    .set({ updated_at: laterThanBefore(now) })
    .where('id', 'in', parts)
    .execute()
  const row = await connection
    .deleteFrom('series')
    .where('id', '=', id)
    .returning(sql`1`.as('one'))
    .executeTakeFirst()
  return row !== undefined
}
