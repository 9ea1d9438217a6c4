import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { audioBooksByRecording } from '../audio-books/audio-books.queries.ts'
import { episodesByRecording } from '../podcasts/episodes.queries.ts'

/** What is heard: one audio book, or one episode of a podcast. */
export type Recording =
  | { readonly audioBook: AudioBook; readonly podcast: null; readonly podcastEpisode: null }
  | { readonly audioBook: null; readonly podcast: Podcast; readonly podcastEpisode: PodcastEpisode }

/** Any number of recordings by their ids, in a few queries; without those that are not there. */
export async function findRecordings(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<Map<number, Recording>> {
  const idSet = db.dialect.idSet([...new Set(ids)])
  const recordings = new Map<number, Recording>()
  for (const [id, audioBook] of await audioBooksByRecording(db, idSet))
    recordings.set(id, { audioBook, podcast: null, podcastEpisode: null })
  for (const [id, episode] of await episodesByRecording(db, idSet))
    recordings.set(id, { audioBook: null, ...episode })
  return recordings
}
