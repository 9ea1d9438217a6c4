import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { audioBooksByRecording } from '../audio-books/audio-books.queries.ts'
import { episodesByRecording } from '../podcasts/episodes.queries.ts'
import type { RecordingAddress } from './recordings.queries.ts'

/** One audio book, or one episode with its podcast. */
export type Recording =
  | { readonly audioBook: AudioBook; readonly podcast: null; readonly podcastEpisode: null }
  | { readonly audioBook: null; readonly podcast: Podcast; readonly podcastEpisode: PodcastEpisode }

/** Null for a reference to no recording, or to two. */
export function addressOf(reference: RecordingReference): RecordingAddress | null {
  const { audioBookId = null, podcastId = null, podcastEpisodeId = null } = reference
  if (audioBookId !== null) return podcastId === null && podcastEpisodeId === null ? { audioBookId } : null
  return podcastId !== null && podcastEpisodeId !== null ? { podcastId, podcastEpisodeId } : null
}

/** Recordings by their ids; without those that were deleted or are not public. */
export async function findRecordings(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<Map<number, Recording>> {
  const idSet = db.dialect.idSet([...new Set(ids)])
  const recordings = new Map<number, Recording>()
  for (const [id, audioBook] of await audioBooksByRecording(db.connection, idSet))
    recordings.set(id, { audioBook, podcast: null, podcastEpisode: null })
  for (const [id, episode] of await episodesByRecording(db, idSet))
    recordings.set(id, { audioBook: null, ...episode })
  return recordings
}
