/** The catalogue's queries; without components, because the routes' loaders import them. */
import { getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { homeListSize, listPageSortFields } from '@earmark/contract/first-data.ts'
import { type PagedQuery, pagedQuery, readPagedQuery } from '@earmark/contract/paging.ts'
import { getPodcast, pagePodcasts } from '@earmark/contract/podcasts.ts'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { apiQuery } from '../../lib/query-client.ts'

/** Audio books and podcasts are sorted by the same fields. */
export type SortField = (typeof listPageSortFields)[number]
export type ListQuery = PagedQuery<SortField>

export const defaultListQuery: ListQuery = pagedQuery()

/** Both short lists of the home page. */
export const homeListQuery: ListQuery = pagedQuery<SortField>({ pageSize: homeListSize })

/** The query of both lists of the search page, best match first. */
export function searchQuery(search: string, pageNumber = 1): ListQuery {
  return pagedQuery<SortField>({ search, pageNumber, sortBy: 'relevance' })
}

/** The query in an address; invalid parts count as absent. */
export function readListQuery(address: Partial<ListQuery> & SearchSchemaInput): ListQuery {
  return readPagedQuery(address, listPageSortFields)
}

export function audioBookPage(query: ListQuery) {
  return apiQuery(pageAudioBooks, { querystring: pagedQuery(query) })
}

export function podcastPage(query: ListQuery) {
  return apiQuery(pagePodcasts, { querystring: pagedQuery(query) })
}

export function audioBook(id: number) {
  return apiQuery(getAudioBook, { params: { id } })
}

export function podcast(id: number) {
  return apiQuery(getPodcast, { params: { id } })
}

export function episode(id: number, episodeId: number) {
  return apiQuery(getEpisode, { params: { id, episodeId } })
}
