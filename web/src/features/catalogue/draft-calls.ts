/** What editors call for the pages of records that are not public; loaded for them alone. */
import {
  getEditedAudioBook,
  getEditedEpisodeOverview,
  getEditedPodcastOverview,
} from '@earmark/contract/edited-records.ts'
import { publishAudioBook, publishEpisode, publishPodcast } from '@earmark/contract/publishing.ts'
import { call } from '../../lib/api.ts'
import { apiQuery } from '../../lib/query-client.ts'

export function audioBookDraft(id: number) {
  return {
    query: apiQuery(getEditedAudioBook, { params: { id } }),
    publish: () => call(publishAudioBook, { params: { id }, body: {} }),
  }
}

export function podcastDraft(id: number) {
  return {
    query: apiQuery(getEditedPodcastOverview, { params: { id } }),
    publish: () => call(publishPodcast, { params: { id }, body: {} }),
  }
}

export function episodeDraft(id: number, episodeId: number) {
  const params = { id, episodeId }
  return {
    query: apiQuery(getEditedEpisodeOverview, { params }),
    publish: () => call(publishEpisode, { params, body: {} }),
  }
}
