import {
  type EpisodesAddress,
  episodesOrder,
  getEpisodeOverview,
  listEpisodeIds,
} from '@earmark/contract/episode-lists.ts'
import { apiQuery } from '../../lib/query-client.ts'
import { editedEpisode, loadRecord, type Shown } from './drafts.ts'

export function episode(id: number, episodeId: number) {
  return apiQuery(getEpisodeOverview, { params: { id, episodeId } })
}

/** For the page's loader. */
export function loadEpisodePage(id: number, episodeId: number): Promise<Shown> {
  return loadRecord(episode(id, episodeId), editedEpisode(id, episodeId))
}

/** In an order, with which each has its place. */
export function episodeIds(id: number, address: EpisodesAddress) {
  return apiQuery(listEpisodeIds, { params: { id }, querystring: episodesOrder(address) })
}
