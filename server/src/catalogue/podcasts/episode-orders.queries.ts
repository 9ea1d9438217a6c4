import type {
  EditedEpisodeSortField,
  PublishingStatus,
  RecordProblem,
} from '@earmark/contract/edited-records.ts'
import type { EpisodeSortField } from '@earmark/contract/episode-lists.ts'
import type { SortOrder } from '@earmark/contract/paging.ts'
import { sql } from 'kysely'
import type { Connection, Dialect, IdQuery } from '../../db/engine/dialect.ts'
import { searchInOrder, searchMatches } from '../../db/search/search.queries.ts'
import { isByRelevance } from '../../http/lists/list-pages.ts'
import { lacks } from '../editing/problems.queries.ts'
import { hasStatus } from './episodes.queries.ts'

/** Which episodes of a podcast, and in which order. */
export interface EpisodeOrder {
  readonly podcastId: number
  /** `Published` for everyone. */
  readonly status: PublishingStatus | undefined
  /** Also of a podcast that is not public, whose published episodes may have no day. */
  readonly includesHidden: boolean
  readonly problems?: readonly RecordProblem[] | undefined
  readonly seasons?: readonly number[] | undefined
  /** The ids that a search has found, the best first if that is the order; undefined without one. */
  readonly found?: readonly number[] | undefined
  readonly sortBy: EpisodeSortField | EditedEpisodeSortField | 'relevance'
  readonly sortOrder: SortOrder
}

const columns = {
  id: sql.ref('episodes.id'),
  number: sql.ref('episodes.number'),
  publishedAt: sql.ref('episodes.published_at'),
  durationSeconds: sql`coalesce(media.duration_ms, recordings.relay_duration_ms)`,
} as const

type Db = { readonly connection: Connection; readonly dialect: Dialect }

/**
 * What a search finds among a podcast's episodes, whether public or not; undefined for an empty one.
 *
 * @throws AppError `InvalidQuery` for relevance without a search
 */
export async function findEpisodeIds(
  { connection, dialect }: Db,
  podcastId: number,
  query: { readonly search: string; readonly sortBy: EpisodeOrder['sortBy'] },
): Promise<number[] | undefined> {
  const find = isByRelevance(query) ? searchInOrder : searchMatches
  if (query.search === '') return undefined
  const searched = { kind: 'episode', podcastId, includesHidden: true } as const
  return await find(connection, dialect, searched, query.search)
}

export async function pageEpisodeIds(
  db: Db,
  order: EpisodeOrder,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Promise<{ ids: number[]; totalCount: number }> {
  if (order.sortBy === 'relevance') {
    const found = await listEpisodeIds(db, order)
    const first = (pageNumber - 1) * pageSize
    return { ids: found.slice(first, first + pageSize), totalCount: found.length }
  }
  const { totalCount } = await selectIn(db, order)
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow()
  const offset = (pageNumber - 1) * pageSize
  if (offset >= totalCount) return { ids: [], totalCount }
  const rows = await inOrder(db, order).limit(pageSize).offset(offset).execute()
  return { ids: rows.map(({ id }) => id), totalCount }
}

export async function listEpisodeIds(db: Db, order: EpisodeOrder): Promise<number[]> {
  const ids = await db.dialect.listIds(db.connection, inOrder(db, order))
  if (order.sortBy !== 'relevance') return ids
  const matching = new Set(ids)
  return (order.found ?? []).filter((id) => matching.has(id))
}

function selectIn({ connection, dialect }: Db, order: EpisodeOrder) {
  const { podcastId, status, problems = [], seasons, found } = order
  return connection
    .selectFrom('episodes')
    .where('episodes.podcast_id', '=', podcastId)
    .where(hasStatus(status))
    .$if(problems.length > 0, (query) => query.where(lacks('episodes', problems)))
    .$if(seasons !== undefined, (query) => query.where('episodes.season', 'in', seasons as number[]))
    .$if(found !== undefined, (query) => query.where('episodes.id', 'in', dialect.idSet(found as number[])))
}

/**
 * Those without a value are last in both directions; what everyone sees has a day, and its order an index. Relevance is no
 * order of the database.
 */
function inOrder(db: Db, order: EpisodeOrder): IdQuery {
  const { sortOrder, includesHidden } = order
  const sortBy = order.sortBy === 'relevance' ? 'id' : order.sortBy
  const column = columns[sortBy]
  const mayLack = sortBy === 'durationSeconds' || (sortBy === 'publishedAt' && includesHidden)
  return selectIn(db, order)
    .$if(sortBy === 'durationSeconds', (query) =>
      query
        .leftJoin('recordings', 'recordings.episode_id', 'episodes.id')
        .leftJoin('media', 'media.id', 'recordings.media_id'),
    )
    .select('episodes.id')
    .$if(mayLack, (query) => query.orderBy(sql`${column} is null`))
    .orderBy(column, sortOrder)
    .$if(sortBy !== 'id', (query) => query.orderBy('episodes.id', sortOrder)) as unknown as IdQuery
}

/** Of the public ones, ascending; without those that are of no season. */
export async function countSeasons(connection: Connection, podcastId: number) {
  return await connection
    .selectFrom('episodes')
    .where('podcast_id', '=', podcastId)
    .where(hasStatus('Published'))
    .where('season', 'is not', null)
    .groupBy('season')
    .orderBy('season')
    .select(({ fn }) => ['season', fn.countAll<number>().as('count')])
    .$narrowType<{ season: number }>()
    .execute()
}

/** Of the public ones by `publishedAt` in UTC, the latest first. */
export async function countYears({ connection, dialect }: Db, podcastId: number) {
  const times = connection
    .selectFrom('episodes')
    .where('podcast_id', '=', podcastId)
    .where(hasStatus('Published'))
    .orderBy('published_at', 'desc')
    .select('published_at as id') as unknown as IdQuery
  const counts = new Map<number, number>()
  for (const time of await dialect.listIds(connection, times)) {
    const year = new Date(time).getUTCFullYear()
    counts.set(year, (counts.get(year) ?? 0) + 1)
  }
  return [...counts].map(([year, count]) => ({ year, count }))
}
