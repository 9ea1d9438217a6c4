import type { EditedEpisodeOverview } from '@earmark/contract/edited-records.ts'
import type { EpisodeOverview, PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Audience } from '../editing/record-rows.queries.ts'
import {
  findFeedFacts,
  listEditedEpisodesById,
  listEpisodesById,
  listNumberedEpisodes,
} from './episodes.queries.ts'
import { findPodcastSummary, type ListenerAudience, type PodcastSummary } from './podcasts.queries.ts'

/** Episodes with their neighbours by number: three rows each, however many episodes their podcasts have. */

export async function findEpisodeOverview(
  connection: Connection,
  { podcastId, episodeId }: { readonly podcastId: number; readonly episodeId: number },
  audience: ListenerAudience,
): Promise<EpisodeOverview | undefined> {
  const podcast = await findPodcastSummary(connection, podcastId, audience)
  const [episode] = podcast ? await listEpisodesById(connection, podcast, [episodeId]) : []
  return podcast && episode && (await withNeighbours(connection, episode, podcast, 'public'))
}

/** As `findEpisodeOverview`, whether public or not. */
export async function findEditedEpisodeOverview(
  connection: Connection,
  podcastId: number,
  episodeId: number,
): Promise<EditedEpisodeOverview | undefined> {
  const podcast = await findPodcastSummary(connection, podcastId, 'editors')
  const [episode] = podcast ? await listEditedEpisodesById(connection, podcast, [episodeId]) : []
  return podcast && episode && (await withNeighbours(connection, episode, podcast, 'editors'))
}

async function withNeighbours<Episode extends PodcastEpisode>(
  connection: Connection,
  episode: Episode,
  podcast: PodcastSummary,
  audience: Audience,
) {
  const { id, name, coverImageUrl, coverImagePreviewUrl } = podcast
  const [before, after] = [episode.number - 1, episode.number + 1]
  const those = await listNumberedEpisodes(connection, podcast, [before, after], audience)
  return {
    ...episode,
    ...(await findFeedFacts(connection, episode.id)),
    podcast: { id, name, coverImageUrl, coverImagePreviewUrl },
    previous: those.find(({ number }) => number === before) ?? null,
    next: those.find(({ number }) => number === after) ?? null,
  }
}
