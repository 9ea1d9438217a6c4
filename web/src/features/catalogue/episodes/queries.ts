import {
  type EpisodesAddress,
  episodesPage,
  getPodcastOverview,
  pageEpisodes,
  readEpisodesAddress,
} from '@earmark/contract/episode-lists.ts'
import { apiQuery, prefetch } from '../../../lib/query-client.ts'
import { loadRecord } from '../drafts.ts'

/** Which of the episodes by what the listener has heard. */
export const heardFilters = ['unplayed', 'begun'] as const
export type HeardFilter = (typeof heardFilters)[number]

export interface PodcastAddress extends EpisodesAddress {
  show?: HeardFilter
}

/** What is wrong in an address counts as absent. */
export function readPodcastAddress(address: PodcastAddress): PodcastAddress {
  const show = heardFilters.find((name) => name === address.show)
  return { ...readEpisodesAddress({ ...address }), ...(show && { show }) }
}

export function podcastOverview(id: number) {
  return apiQuery(getPodcastOverview, { params: { id } })
}

export function episodePage(id: number, address: EpisodesAddress, pageNumber: number) {
  return apiQuery(pageEpisodes, { params: { id }, querystring: episodesPage(address, pageNumber) })
}

export async function loadPodcastPage(id: number, address: PodcastAddress) {
  prefetch(episodePage(id, readPodcastAddress(address), 1))
  return { draft: await loadRecord(podcastOverview(id), (calls) => calls.podcastDraft(id)) }
}
