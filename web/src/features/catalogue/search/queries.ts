import {
  readSearchAddress,
  type SearchAllQuery,
  searchAll,
  type SuggestionKind,
} from '@earmark/contract/search.ts'
import { apiQuery, prefetch } from '../../../lib/query-client.ts'
import { audioBookPage, podcastPage, searchQuery } from '../queries.ts'

export interface SearchAddress {
  search?: string
  kind?: SuggestionKind
  pageNumber?: number
}

/** The best of each kind, or a page of one. */
export function found(query: SearchAllQuery) {
  return apiQuery(searchAll, { querystring: query })
}

/** For the page's loader. */
export function loadSearchPage(address: SearchAddress): void {
  const query = readSearchAddress({ ...address })
  if (query.search === '') return
  prefetch(found(query))
  if (query.kind) return
  prefetch(audioBookPage(searchQuery(query.search)))
  prefetch(podcastPage(searchQuery(query.search)))
}
