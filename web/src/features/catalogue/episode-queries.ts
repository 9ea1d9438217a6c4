import {
  type EpisodesAddress,
  episodesOrder,
  getEpisodeOverview,
  listEpisodeIds,
} from '@earmark/contract/episode-lists.ts'
import { apiQuery } from '../../lib/query-client.ts'
import { loadRecord } from './drafts.ts'

export function episode(id: number, episodeId: number) {
  return apiQuery(getEpisodeOverview, { params: { id, episodeId } })
}

/** For the page's loader. */
export async function loadEpisodePage(id: number, episodeId: number) {
  return { draft: await loadRecord(episode(id, episodeId), (calls) => calls.episodeDraft(id, episodeId)) }
}

/** In an order, with which each has its place. */
export function episodeIds(id: number, address: EpisodesAddress) {
  return apiQuery(listEpisodeIds, { params: { id }, querystring: episodesOrder(address) })
}
