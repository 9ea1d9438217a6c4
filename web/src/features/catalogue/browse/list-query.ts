import { newest } from '@earmark/contract/first-data.ts'
import {
  listFilters,
  type ListPath,
  type ListQuery,
  type ListSort,
  readListQuery,
} from '@earmark/contract/list-addresses.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { readFields, writeFields } from '../../../lib/browser-storage.ts'
import { prefetch } from '../../../lib/query-client.ts'
import type { Listed, ListKind } from '../list/list-kinds.ts'

/** The order that was chosen last for a list in this browser. */
function keptOrder(path: ListPath): ListSort {
  const [by, order] = String(readFields('listOrders')[path]).split(' ')
  const { sortBy, sortOrder } = readListQuery(path, { sortBy: by, sortOrder: order })
  return { sortBy, sortOrder }
}

export function keepOrder(path: ListPath, { sortBy, sortOrder }: ListSort): void {
  if (sortBy === 'relevance') return
  writeFields('listOrders', { ...readFields('listOrders'), [path]: `${sortBy} ${sortOrder}` })
}

/** The query in an address, in the order kept for the list where the address has none; invalid parts count as absent. */
export function openListQuery(path: ListPath, address: Readonly<Record<string, unknown>>): ListQuery {
  return readListQuery(path, address, keptOrder(path))
}

const isNewest = ({ sortBy, sortOrder }: ListSort) =>
  sortBy === newest.sortBy && sortOrder === newest.sortOrder

/** The parts of a query by which it differs from the list that begins with the newest. */
export function listAddress(path: ListPath, query: ListQuery): Partial<ListQuery> {
  const { pageNumber, pageSize, sortBy, sortOrder, search, ...choices } = query
  const usual = pagedQuery()
  const sort = sortOrder === 'asc' ? { sortBy } : { sortBy, sortOrder }
  return {
    ...(pageSize === usual.pageSize ? {} : { pageSize }),
    ...(pageNumber === usual.pageNumber ? {} : { pageNumber }),
    ...(isNewest(query) && isNewest(keptOrder(path)) ? {} : sort),
    ...(search === '' ? {} : { search }),
    ...choices,
  }
}

/** For the page's loader. What fits into a time depends on the listener's speed, which the page knows. */
export function prefetchList<Item extends Listed>(kind: ListKind<Item>, address: Partial<ListQuery>): void {
  const query = openListQuery(kind.path, address)
  if (query.fitsIn === undefined) prefetch(kind.page(query, listFilters(query)))
}
