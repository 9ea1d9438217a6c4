import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { audioBooksById } from '../audio-books/audio-books.queries.ts'
import { episodesById } from '../podcasts/episodes.queries.ts'
import { podcastsById } from '../podcasts/podcasts.queries.ts'

/** What can be played: one audio book, or one episode of a podcast. */
export type RecordingIds =
  | { readonly audio_book_id: number; readonly episode_id: null; readonly podcast_id: null }
  | { readonly audio_book_id: null; readonly episode_id: number; readonly podcast_id: number }

export type Recording =
  | { readonly audioBook: AudioBook; readonly podcast: null; readonly podcastEpisode: null }
  | { readonly audioBook: null; readonly podcast: Podcast; readonly podcastEpisode: PodcastEpisode }

/**
 * The recordings of any number of rows, in a few queries.
 *
 * @returns what gives the recording of a row; null for one that is not in the catalogue, nor under that podcast
 */
export async function findRecordings(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  rows: readonly RecordingIds[],
): Promise<(row: RecordingIds) => Recording | null> {
  const idSet = (ids: (number | null)[]) => dialect.idSet([...new Set(ids)].filter((id) => id !== null))
  const books = await audioBooksById(connection, idSet(rows.map((row) => row.audio_book_id)))
  const podcasts = await podcastsById(connection, idSet(rows.map((row) => row.podcast_id)))
  const episodes = await episodesById(connection, idSet(rows.map((row) => row.episode_id)), podcasts)
  return (row) => {
    if (row.audio_book_id !== null) {
      const audioBook = books.get(row.audio_book_id)
      return audioBook ? { audioBook, podcast: null, podcastEpisode: null } : null
    }
    const podcast = podcasts.get(row.podcast_id)
    const podcastEpisode = episodes.get(row.episode_id)
    const isThere = podcast !== undefined && podcastEpisode?.podcastId === podcast.id
    return isThere ? { audioBook: null, podcast, podcastEpisode } : null
  }
}
