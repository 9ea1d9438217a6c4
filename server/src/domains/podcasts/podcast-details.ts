import type { PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { Connection } from '../../db/dialect.ts'
import * as episodes from './episodes.queries.ts'
import { findPodcast } from './podcasts.queries.ts'

/** Podcasts and episodes as they are answered singly. */

export async function findPodcastDetail(
  connection: Connection,
  id: number,
): Promise<PodcastDetail | undefined> {
  const podcast = await findPodcast(connection, id)
  return podcast && { ...podcast, episodes: await episodes.listEpisodes(connection, id, podcast) }
}

export async function findEpisodeDetail(
  connection: Connection,
  podcastId: number,
  episodeId: number,
): Promise<PodcastEpisodeDetail | undefined> {
  const podcast = await findPodcast(connection, podcastId)
  const episode = podcast && (await episodes.findEpisode(connection, podcastId, episodeId, podcast))
  if (!episode) return undefined
  const { id, name, coverImageUrl, coverImagePreviewUrl } = podcast
  const neighbours = await episodes.listEpisodeSummaries(connection, id, podcast)
  return { ...episode, podcast: { id, name, coverImageUrl, coverImagePreviewUrl, episodes: neighbours } }
}
