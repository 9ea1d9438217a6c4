import type {
  EditedPodcastDetail,
  EditedPodcastEpisode,
  EditedPodcastEpisodeDetail,
  PublishingStatus,
} from '@earmark/contract/edited-records.ts'
import type { PodcastEpisode, PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import type { Podcast, PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { streamedList } from '../../http/responses/streamed-list.ts'
import type { Audience } from '../editing/record-rows.queries.ts'
import * as episodes from './episodes.queries.ts'
import { findEditedPodcast, findPodcast, type ListenerAudience } from './podcasts.queries.ts'

/** Podcasts and episodes as they are answered singly: with all episodes of the podcast, in slices when these are many. */

const episodesAtOnce = 200

type ListEpisodes<Item> = (
  connection: Connection,
  podcast: Podcast,
  slice: episodes.EpisodeSlice,
) => Promise<Item[]>

export async function findPodcastDetail(
  db: Database,
  id: number,
  audience: ListenerAudience,
): Promise<PodcastDetail | undefined> {
  const podcast = await findPodcast(db.connection, id, audience)
  if (!podcast) return undefined
  return await withEpisodes(db, podcast, episodes.listEpisodes, (those) => ({ ...podcast, episodes: those }))
}

export async function findEpisodeDetail(
  db: Database,
  { podcastId, episodeId }: { readonly podcastId: number; readonly episodeId: number },
  audience: ListenerAudience,
): Promise<PodcastEpisodeDetail | undefined> {
  const podcast = await findPodcast(db.connection, podcastId, audience)
  const [episode] = podcast ? await episodes.listEpisodesById(db.connection, podcast, [episodeId]) : []
  return podcast && episode && (await withNeighbours(db, episode, podcast, 'public'))
}

/** As `findPodcastDetail`, whether public or not. */
export async function findEditedPodcastDetail(
  db: Database,
  id: number,
): Promise<EditedPodcastDetail | undefined> {
  const podcast = await findEditedPodcast(db.connection, id)
  if (!podcast) return undefined
  return await withEpisodes(db, podcast, episodes.listEditedEpisodes, (those) => ({
    ...podcast,
    episodes: those,
  }))
}

/** As `findEpisodeDetail`, whether public or not. */
export async function findEditedEpisodeDetail(
  db: Database,
  podcastId: number,
  episodeId: number,
): Promise<EditedPodcastEpisodeDetail | undefined> {
  const podcast = await findEditedPodcast(db.connection, podcastId)
  const [episode] = podcast ? await episodes.listEditedEpisodesById(db.connection, podcast, [episodeId]) : []
  return podcast && episode && (await withNeighbours(db, episode, podcast, 'editors'))
}

/** All episodes of a podcast, whether public or not. */
export async function listEditedEpisodesOf(
  db: Database,
  podcastId: number,
  status: PublishingStatus | undefined,
): Promise<EditedPodcastEpisode[] | undefined> {
  const podcast = await findEditedPodcast(db.connection, podcastId)
  if (!podcast) return undefined
  const list: ListEpisodes<EditedPodcastEpisode> = (connection, of, slice) =>
    episodes.listEditedEpisodes(connection, of, { ...slice, status })
  return await withEpisodes(db, podcast, list, (those) => those)
}

/** An episode without its neighbours, whether public or not. */
export async function findEditedEpisodeAlone(
  connection: Connection,
  podcastId: number,
  episodeId: number,
): Promise<EditedPodcastEpisode | undefined> {
  const podcast = await findEditedPodcast(connection, podcastId)
  return podcast && (await episodes.listEditedEpisodesById(connection, podcast, [episodeId]))[0]
}

async function withNeighbours<Episode extends PodcastEpisode>(
  db: Database,
  episode: Episode,
  podcast: Podcast,
  audience: Audience,
) {
  const facts = await episodes.findFeedFacts(db.connection, episode.id)
  const { id, name, coverImageUrl, coverImagePreviewUrl } = podcast
  const shown = { id, name, coverImageUrl, coverImagePreviewUrl }
  return await withEpisodes(db, podcast, episodes.listEpisodeSummaries(audience), (those) => ({
    ...episode,
    ...facts,
    podcast: { ...shown, episodes: those },
  }))
}

async function withEpisodes<Item extends { readonly number: number }, Detail>(
  db: Database,
  podcast: Podcast,
  list: ListEpisodes<Item>,
  frame: (those: Item[]) => Detail,
): Promise<Detail> {
  if (podcast.episodesCount <= episodesAtOnce)
    return frame(await list(db.connection, podcast, { after: -1, limit: episodesAtOnce }))
  return streamedList(
    (those: readonly Item[]) => frame([...those]),
    () => readSlices(db, podcast, list),
  )
}

async function* readSlices<Item extends { readonly number: number }>(
  db: Database,
  podcast: Podcast,
  list: ListEpisodes<Item>,
): AsyncGenerator<Item[], void> {
  await using snapshot = await db.snapshot()
  for (let after = -1; ; ) {
    const slice = await list(snapshot.connection, podcast, { after, limit: episodesAtOnce })
    const last = slice.at(-1)
    if (!last) return
    yield slice
    after = last.number
  }
}
