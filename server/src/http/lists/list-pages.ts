import { AppError } from '../../errors.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { Made } from '../../db/changes/changes.ts'
import type { CoreDeps } from '../../deps.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import type { SearchKind } from '../../db/search/indexes.ts'
import {
  searchById,
  searchByRelevance,
  searchInOrder,
  searchMatches,
} from '../../db/search/search.queries.ts'

/**
 * The ids of a list are cached in each of its orders (4 to 8 bytes a record) until the list changes (0005): offsets in
 * SQL cost as much as the rows that they skip.
 */

export interface ListOrder {
  /** Ascending by the field, ties by id; then those without a value, which are last in both directions. */
  readonly ids: readonly number[]
  /** How many have a value. */
  readonly present: number
}

type IsMatch = (id: number) => boolean

export interface ListSource<Query extends PagedQuery> {
  readonly kind: Exclude<SearchKind, 'user' | 'episode'>
  /** For editors. */
  readonly includesHidden?: boolean
  readOrder(field: Exclude<Query['sortBy'], 'relevance'>): Promise<ListOrder>
  /** The records that the filters of a query leave; undefined without filters. */
  filter?(query: Query): Promise<IsMatch | undefined>
}

export interface IdPage {
  readonly ids: number[]
  readonly totalCount: number
}

interface KeptOrder extends Made {
  readonly order: Promise<ListOrder>
}

export function createListPages<Query extends PagedQuery>(
  deps: CoreDeps,
  source: ListSource<Query>,
): (query: Query) => Promise<IdPage> {
  const { connection, dialect } = deps.db
  const scopes = [source.kind === 'series' ? source.kind : (`${source.kind}s` as const)]
  const orders = new Map<string, KeptOrder>()

  async function orderBy(field: Exclude<Query['sortBy'], 'relevance'>): Promise<ListOrder> {
    const { version } = deps.changes
    const kept = orders.get(field)
    if (kept && deps.changes.isCurrent(kept)) return await kept.order
    const order = source.readOrder(field)
    orders.set(field, { version, scopes, order })
    order.catch(() => {
      if (orders.get(field)?.order === order) orders.delete(field)
    })
    return await order
  }

  return async (query) => {
    const { search, sortOrder, pageSize: limit } = query
    const offset = (query.pageNumber - 1) * limit
    const isMatch = await source.filter?.(query)
    if (isByRelevance(query)) {
      if (!isMatch) return await searchByRelevance(connection, dialect, source, search, { offset, limit })
      const found = await searchInOrder(connection, dialect, source, search)
      return pageOf(allPresent(found.filter(isMatch)), { ...query, sortOrder: 'asc' })
    }
    if (search !== '' && query.sortBy === 'id' && !isMatch)
      return await searchById(connection, dialect, source, search, { offset, limit, sortOrder })
    let order = await orderBy(query.sortBy as Exclude<Query['sortBy'], 'relevance'>)
    if (search !== '') {
      const matches = await searchMatches(connection, dialect, source, search)
      await yieldToEventLoop()
      order = filterOrder(order, among(matches))
    }
    return pageOf(isMatch ? filterOrder(order, isMatch) : order, query)
  }
}

/** An order in which every record has a value. */
export function allPresent(ids: readonly number[]): ListOrder {
  return { ids, present: ids.length }
}

/** `matches` ascend. A Set of 100 000 takes ten times as long to build. */
export function among(matches: readonly number[]): IsMatch {
  const isMatch = new Uint8Array((matches.at(-1) ?? 0) + 1)
  for (const id of matches) isMatch[id] = 1
  return (id) => isMatch[id] === 1
}

export function filterOrder({ ids, present }: ListOrder, isMatch: IsMatch): ListOrder {
  const matches: number[] = []
  let presentMatches = 0
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] as number
    if (!isMatch(id)) continue
    matches.push(id)
    if (place < present) presentMatches += 1
  }
  return { ids: matches, present: presentMatches }
}

/** Descending order is the ascending one backwards, ties included, but for records without a value. */
function pageOf({ ids, present }: ListOrder, { pageNumber, pageSize, sortOrder }: PagedQuery): IdPage {
  const offset = (pageNumber - 1) * pageSize
  const totalCount = ids.length
  const at = (place: number): number =>
    place < present ? present - 1 - place : totalCount - 1 - (place - present)
  const count = Math.max(0, Math.min(pageSize, totalCount - offset))
  const places = Array.from({ length: count }, (_, place) => offset + place)
  return {
    ids: places.map((place) => ids[sortOrder === 'asc' ? place : at(place)] as number),
    totalCount,
  }
}

/** @throws AppError `InvalidQuery` without a search */
export function isByRelevance({ sortBy, search }: Pick<PagedQuery, 'sortBy' | 'search'>): boolean {
  if (sortBy !== 'relevance') return false
  if (search !== '') return true
  throw new AppError('InvalidQuery', {
    field: 'sortBy',
    description: 'sortBy relevance goes with a search only.',
  })
}
