/** The catalogue's queries; without components, because the routes' loaders import them. */
import { getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { listCollections } from '@earmark/contract/collections.ts'
import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import { homeCollections, homeListSize, newest } from '@earmark/contract/first-data.ts'
import type { ListChoices, ListQuery } from '@earmark/contract/list-addresses.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { pagePodcasts } from '@earmark/contract/podcasts.ts'
import { apiQuery } from '../../lib/query-client.ts'
import { loadRecord } from './drafts.ts'

export type { ListQuery }

/** The filters of a list's call. */
export type ListFilters = Omit<ListChoices, 'fitsIn'>

/** Both short lists of the home page. */
export const homeListQuery: ListQuery = { ...pagedQuery(), ...newest, pageSize: homeListSize }

/** The collections of the home page, each with its first items. */
export const collectionsOnHome = apiQuery(listCollections, { querystring: homeCollections })

/** The query of both lists of the search page, best match first. */
export function searchQuery(search: string, pageNumber = 1): ListQuery {
  return { ...pagedQuery(), search, pageNumber, sortBy: 'relevance' }
}

export function audioBookPage(query: ListQuery, filters?: ListFilters) {
  const asked = { ...pagedQuery(query), ...filters } as EndpointInput<typeof pageAudioBooks>['querystring']
  return apiQuery(pageAudioBooks, { querystring: asked })
}

export function podcastPage(query: ListQuery, filters?: ListFilters) {
  const asked = { ...pagedQuery(query), ...filters } as EndpointInput<typeof pagePodcasts>['querystring']
  return apiQuery(pagePodcasts, { querystring: asked })
}

export function audioBook(id: number) {
  return apiQuery(getAudioBook, { params: { id } })
}

/** For the page's loader. */
export async function loadAudioBookPage(id: number) {
  return { draft: await loadRecord(audioBook(id), (calls) => calls.audioBookDraft(id)) }
}
