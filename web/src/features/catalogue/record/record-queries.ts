/** What the detail pages ask for; imported by the routes, so nothing here draws anything. */
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { apiQuery } from '../../../lib/query-client.ts'

export function audioBook(id: number) {
  return apiQuery(getAudioBook, { params: { id } })
}

export function podcast(id: number) {
  return apiQuery(getPodcast, { params: { id } })
}

export function episode(id: number, episodeId: number) {
  return apiQuery(getEpisode, { params: { id, episodeId } })
}
