/** What the catalogue's lists ask for; imported by the routes, so nothing here draws anything. */
import { audioBookSortFields, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { homeListSize } from '@earmark/contract/first-data.ts'
import { type PagedQuery, pagedQuery, readPagedQuery } from '@earmark/contract/paging.ts'
import { pagePodcasts } from '@earmark/contract/podcasts.ts'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { apiQuery } from '../../../lib/query-client.ts'

/** Audio books and podcasts are sorted by the same fields. */
export type SortField = (typeof audioBookSortFields)[number]
export type ListQuery = PagedQuery<SortField>

export const defaultListQuery: ListQuery = pagedQuery()

/** Both short lists of the home page. */
export const homeListQuery: ListQuery = pagedQuery<SortField>({ pageSize: homeListSize })

/** What the search page asks of both lists, best match first. */
export function searchQuery(search: string, pageNumber = 1): ListQuery {
  return pagedQuery<SortField>({ search, pageNumber, sortBy: 'relevance' })
}

/** The list that an address asks for; what is wrong in it counts as absent. */
export function readListQuery(address: Partial<ListQuery> & SearchSchemaInput): ListQuery {
  return readPagedQuery(address, audioBookSortFields)
}

export function audioBookPage(query: ListQuery) {
  return apiQuery(pageAudioBooks, { querystring: pagedQuery(query) })
}

export function podcastPage(query: ListQuery) {
  return apiQuery(pagePodcasts, { querystring: pagedQuery(query) })
}
