import {
  type AudioBookFacets,
  getAudioBookFacets,
  getPodcastFacets,
  type PodcastFacets,
} from '@earmark/contract/browse.ts'
import { getCreator } from '@earmark/contract/creators.ts'
import {
  listFilters,
  type ListChoices,
  type ListPath,
  type ListQuery,
} from '@earmark/contract/list-addresses.ts'
import { getSeries } from '@earmark/contract/series.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/query-client.ts'
import type { Names } from './choices.ts'

/** The facets of either list; a list has some of them only. */
export type Facets = Partial<AudioBookFacets & PodcastFacets>

function facetsOf(
  path: ListPath,
  { search, ...choices }: Pick<ListQuery, 'search'> & ListChoices,
  speed: number,
) {
  const querystring = { ...listFilters(choices, speed), ...(search === '' ? {} : { search }) }
  return path === '/audio-books'
    ? apiQuery(getAudioBookFacets, { querystring })
    : apiQuery(getPodcastFacets, { querystring })
}

/** `all` are those of the whole list; previous ones while new ones load. */
export function useFacets(path: ListPath, query: ListQuery, speed: number) {
  const counted = useQuery<Facets>({ ...facetsOf(path, query, speed), placeholderData: keepPreviousData })
  const all = useQuery<Facets>(facetsOf(path, { search: '' }, 1))
  return {
    facets: counted.data && all.data && { counted: counted.data, all: all.data },
    failed: counted.isLoadingError || all.isLoadingError,
    reload: () => void Promise.all([counted.refetch(), all.refetch()]),
  }
}

/** Creators in the order of their ids; the id of one that was merged into another answers the other. */
export function useCreators(ids: readonly number[]) {
  return useQueries({
    queries: ids.map((id) => ({ ...apiQuery(getCreator, { params: { id } }), staleTime: Infinity })),
  }).map(({ data }) => data)
}

/** The names of creators and series that an address names by id. */
export function useNames({ creatorId = [], seriesId = [] }: ListChoices): Names {
  const creators = useCreators(creatorId)
  const series = useQueries({
    queries: seriesId.map((id) => ({ ...apiQuery(getSeries, { params: { id } }), staleTime: Infinity })),
  })
  return {
    creator: (id) => creators[creatorId.indexOf(id)]?.nickname,
    series: (id) => series[seriesId.indexOf(id)]?.data?.name,
  }
}
