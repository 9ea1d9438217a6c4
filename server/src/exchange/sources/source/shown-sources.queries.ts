import type { SourceSortField, SourceState } from '@earmark/contract/sources.ts'
import type { SortOrder } from '@earmark/contract/paging.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import type { SourceRow } from './sources.queries.ts'

/** Sources as they are shown: with their podcasts and what is kept of them. */

const itemsOf = (is: ExpressionBuilder<Tables, 'sources'>) =>
  is.selectFrom('source_items').whereRef('source_items.source_id', '=', 'sources.id')

/** Those whose present address was refused. */
const refusedOf = (is: ExpressionBuilder<Tables, 'sources'>) =>
  itemsOf(is).whereRef('source_items.refused_url', '=', 'source_items.origin_url')

function selectSources(connection: Connection) {
  return connection
    .selectFrom('sources')
    .innerJoin('podcasts', 'podcasts.id', 'sources.podcast_id')
    .selectAll('sources')
    .select('podcasts.name as podcast_name')
    .select((is) => [
      itemsOf(is)
        .where('source_items.episode_id', 'is not', null)
        .select(is.fn.countAll<number>().as('count'))
        .as('episodes_count'),
      itemsOf(is)
        .where('kept_media_id', 'is not', null)
        .select(is.fn.countAll<number>().as('count'))
        .as('kept_count'),
      itemsOf(is)
        .innerJoin('media', 'media.id', 'source_items.kept_media_id')
        .select(sql<number>`cast(sum(coalesce(media.joined_bytes, media.size_bytes)) as bigint)`.as('bytes'))
        .as('kept_bytes'),
      refusedOf(is).select(is.fn.countAll<number>().as('count')).as('refused_count'),
      refusedOf(is).orderBy('published_at', 'desc').limit(1).select('refused_reason').as('refused_reason'),
    ])
}

export type ShownSourceRow = SourceRow & {
  readonly podcast_name: string
  readonly episodes_count: number | null
  readonly kept_count: number | null
  readonly kept_bytes: number | null
  readonly refused_count: number | null
  readonly refused_reason: string | null
}

/** @param madeBy null for those of everybody */
export async function findShownSource(
  connection: Connection,
  id: number,
  madeBy: string | null,
): Promise<ShownSourceRow | undefined> {
  return await selectSources(connection).where('sources.id', '=', id).where(isOf(madeBy)).executeTakeFirst()
}

/** In the order of their ids. */
export async function listShownSources(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<ShownSourceRow[]> {
  return await selectSources(connection)
    .where('sources.id', 'in', dialect.idSet(ids))
    .orderBy('sources.id')
    .execute()
}

/**
 * Ids in ascending order.
 *
 * @param madeBy null for those of everybody
 */
export async function listSourceIdsAfter(
  connection: Connection,
  madeBy: string | null,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('sources')
    .innerJoin('podcasts', 'podcasts.id', 'sources.podcast_id')
    .select('sources.id')
    .where(isOf(madeBy))
    .where('sources.id', '>', after)
    .orderBy('sources.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** What is listed in the catalogue is no listener's any more, whoever made it (0067). */
const isOf = (madeBy: string | null) => (is: ExpressionBuilder<Tables, 'sources' | 'podcasts'>) =>
  madeBy === null
    ? is.and([])
    : is.and({ 'sources.made_by': madeBy, 'podcasts.is_public': 0, 'podcasts.is_unlisted': 1 })

const sortColumns = { id: 'sources.id', nextAt: 'sources.next_at', failures: 'sources.failures' } as const

export interface SourcePage {
  /** Null for those of everybody. */
  readonly madeBy: string | null
  readonly state?: SourceState | undefined
  readonly podcastId?: number | undefined
  /** Folded words, each of which is in the name of the podcast or in the host. */
  readonly words: readonly string[]
  readonly sortBy: SourceSortField
  readonly sortOrder: SortOrder
  readonly limit: number
  readonly offset: number
}

export async function pageShownSources(
  connection: Connection,
  page: SourcePage,
): Promise<{ rows: ShownSourceRow[]; totalCount: number }> {
  const { madeBy, state, podcastId, words, sortBy, sortOrder, limit, offset } = page
  let found = selectSources(connection).where(isOf(madeBy))
  if (state !== undefined) found = found.where('sources.state', '=', state)
  if (podcastId !== undefined) found = found.where('sources.podcast_id', '=', podcastId)
  for (const word of words)
    found = found.where(
      sql<boolean>`(${contains('podcasts.name_sort', word)} or ${contains('sources.host', word)})`,
    )
  const { totalCount } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy(sql`${sql.ref(sortColumns[sortBy])} is null`)
    .orderBy(sortColumns[sortBy], sortOrder)
    .orderBy('sources.id', sortOrder)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, totalCount }
}

function contains(column: string, word: string) {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${sql.ref(column)} like ${pattern} escape '\\'`
}
