/** What is played on from a podcast or an episode. */
import { type EpisodesAddress, episodesOrder, pageEpisodes } from '@earmark/contract/episode-lists.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { maxQueueItems } from '@earmark/contract/queues.ts'
import { apiQuery, load } from '../../lib/query-client.ts'
import type { NewTrack } from '../player/index.ts'
import { episodeIds } from './episode-queries.ts'
import { podcastTracks } from './podcast-tracks.ts'

const tracksPageSize = 100

/**
 * The tracks of a podcast's episodes, in an order; those without audio are not among them. Of a podcast with more episodes
 * than a queue holds, as many: from the first one on, or from a little before the given one.
 */
export async function loadTracks(
  podcast: Pick<Podcast, 'id' | 'name'>,
  address: EpisodesAddress,
  episodeId?: number,
): Promise<readonly NewTrack[]> {
  const pageOf = (pageNumber: number) =>
    load(
      apiQuery(pageEpisodes, {
        params: { id: podcast.id },
        querystring: { pageNumber, pageSize: tracksPageSize, ...episodesOrder(address) },
      }),
    )
  const { totalCount } = await pageOf(1)
  const most = maxQueueItems / tracksPageSize
  const last = Math.ceil(totalCount / tracksPageSize)
  let from = 1
  if (last > most && episodeId !== undefined) {
    const place = (await load(episodeIds(podcast.id, address))).indexOf(episodeId)
    from = Math.max(1, Math.floor(place / tracksPageSize))
  }
  const episodes: PodcastEpisode[] = []
  for (let page = from; page < from + most && page <= last; page += 1)
    episodes.push(...(await pageOf(page)).items)
  return [...podcastTracks(podcast, episodes).values()]
}
