import { isByRelevance } from '../../http/lists/list-pages.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { User } from '@earmark/contract/users.ts'
import type { Database } from '../../db/database.ts'
import { searchByRelevance, searchMatches } from '../../db/search/search.queries.ts'
import * as users from './user-pages.queries.ts'

/** @throws AppError `InvalidQuery` */
export async function pageUsers(
  { connection, dialect }: Database,
  query: PagedQuery<users.UserSortField>,
): Promise<{ items: User[]; totalCount: number }> {
  const { search, sortOrder, pageNumber, pageSize: limit } = query
  const offset = (pageNumber - 1) * limit
  if (isByRelevance(query)) {
    const found = await searchByRelevance(connection, dialect, 'user', search, { offset, limit })
    return { items: await users.listUsersBySeq(connection, found.ids), totalCount: found.totalCount }
  }
  const matches = search === '' ? null : await searchMatches(connection, dialect, 'user', search)
  const totalCount = matches ? matches.length : await users.countUsers(connection)
  if (offset >= totalCount) return { items: [], totalCount }
  const order = { field: query.sortBy as users.UserSortField, sortOrder, offset, limit }
  return { items: await users.listUsersInOrder(connection, dialect, order, matches), totalCount }
}
