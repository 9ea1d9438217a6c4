import type { PodcastEpisode, PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import type { Podcast, PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { streamedList } from '../../http/responses/streamed-list.ts'
import * as episodes from './episodes.queries.ts'
import { findPodcast } from './podcasts.queries.ts'

/** Podcasts and episodes as they are answered singly: with all episodes of the podcast, in slices when these are many. */

const episodesAtOnce = 200

type ListEpisodes<Item> = (
  connection: Connection,
  podcast: Podcast,
  slice: episodes.EpisodeSlice,
) => Promise<Item[]>

export async function findPodcastDetail(db: Database, id: number): Promise<PodcastDetail | undefined> {
  const podcast = await findPodcast(db.connection, id)
  if (!podcast) return undefined
  return await withEpisodes(db, podcast, episodes.listEpisodes, (those) => ({ ...podcast, episodes: those }))
}

export async function findEpisodeDetail(
  db: Database,
  podcastId: number,
  episodeId: number,
): Promise<PodcastEpisodeDetail | undefined> {
  const podcast = await findPodcast(db.connection, podcastId)
  const episode = podcast && (await episodes.findEpisode(db.connection, podcastId, episodeId, podcast))
  if (!episode) return undefined
  const { id, name, coverImageUrl, coverImagePreviewUrl } = podcast
  const shown = { id, name, coverImageUrl, coverImagePreviewUrl }
  return await withEpisodes(db, podcast, episodes.listEpisodeSummaries, (those) => ({
    ...episode,
    podcast: { ...shown, episodes: those },
  }))
}

/** An episode without its neighbours. */
export async function findEpisodeAlone(
  connection: Connection,
  podcastId: number,
  episodeId: number,
): Promise<PodcastEpisode | undefined> {
  const podcast = await findPodcast(connection, podcastId)
  return podcast && (await episodes.findEpisode(connection, podcastId, episodeId, podcast))
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
