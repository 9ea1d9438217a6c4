import { AppError } from '../../errors.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { Connection, IdQuery } from '../../db/engine/dialect.ts'
import type { Made } from '../../db/changes/changes.ts'
import type { CoreDeps } from '../../deps.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import {
  type SearchKind,
  searchById,
  searchByRelevance,
  searchMatches,
} from '../../db/search/search.queries.ts'

/**
 * The ids of a list are cached in each of its orders (4 to 8 bytes a record) until the list changes (0005): offsets in
 * SQL cost as much as the rows that they skip.
 */

export interface ListSource<Field extends string> {
  readonly kind: Exclude<SearchKind, 'user'>
  /** Ascending by `field`, ties by id. */
  queryIds(connection: Connection, field: Field): IdQuery
}

export interface IdPage {
  readonly ids: number[]
  readonly totalCount: number
}

export type ListPages<Field extends string> = (query: PagedQuery<Field>) => Promise<IdPage>

interface KeptOrder extends Made {
  readonly ids: Promise<number[]>
}

export function createListPages<Field extends string>(
  deps: CoreDeps,
  source: ListSource<Field>,
): ListPages<Field> {
  const { connection, dialect } = deps.db
  const scopes = [`${source.kind}s`] as const
  const orders = new Map<Field, KeptOrder>()

  async function order(field: Field): Promise<number[]> {
    const { version } = deps.changes
    const kept = orders.get(field)
    if (kept && deps.changes.isCurrent(kept)) return await kept.ids
    const ids = dialect.listIds(connection, source.queryIds(connection, field))
    orders.set(field, { version, scopes, ids })
    ids.catch(() => {
      if (orders.get(field)?.ids === ids) orders.delete(field)
    })
    return await ids
  }

  return async (query) => {
    const offset = (query.pageNumber - 1) * query.pageSize
    const limit = query.pageSize
    if (isByRelevance(query)) {
      return await searchByRelevance(connection, dialect, source.kind, query.search, { offset, limit })
    }
    const { search, sortOrder } = query
    if (search !== '' && query.sortBy === 'id')
      return await searchById(connection, dialect, source.kind, search, { offset, limit, sortOrder })
    const all = await order(query.sortBy as Field)
    if (search === '') return slice(all, query, offset, limit)
    const matches = await searchMatches(connection, dialect, source.kind, search)
    await yieldToEventLoop()
    return slice(among(matches, all), query, offset, limit)
  }
}

/** `matches` ascend. A Set of 100 000 takes ten times as long to build. */
function among(matches: readonly number[], ids: readonly number[]): number[] {
  const isMatch = new Uint8Array((matches.at(-1) ?? 0) + 1)
  for (const id of matches) isMatch[id] = 1
  return ids.filter((id) => isMatch[id] === 1)
}

function slice(ids: readonly number[], query: PagedQuery, offset: number, limit: number): IdPage {
  const totalCount = ids.length
  if (query.sortOrder === 'asc') return { ids: ids.slice(offset, offset + limit), totalCount }
  const end = Math.max(0, totalCount - offset)
  return { ids: ids.slice(Math.max(0, end - limit), end).reverse(), totalCount }
}

/** @throws AppError `InvalidQuery` without a search */
export function isByRelevance({ sortBy, search }: PagedQuery): boolean {
  if (sortBy !== 'relevance') return false
  if (search !== '') return true
  throw new AppError('InvalidQuery', {
    field: 'sortBy',
    description: 'sortBy relevance goes with a search only.',
  })
}
