import type { LibraryEntry } from '@earmark/contract/library.ts'
import type { Profile } from '@earmark/contract/users.ts'
import type { Connection, Dialect } from '../../db/dialect.ts'
import { audioBooksById } from '../audio-books/audio-books.queries.ts'
import { episodesById } from '../podcasts/episodes.queries.ts'
import { podcastsById } from '../podcasts/podcasts.queries.ts'
import type { EntryRow } from './library-entries.queries.ts'

/**
 * Entries with their records, in their order: a few queries however many there are. What was deleted since its entry
 * was read is left out.
 */
export async function viewEntries(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  user: Profile,
  rows: readonly EntryRow[],
): Promise<LibraryEntry[]> {
  const idSet = (ids: (number | null)[]) => dialect.idSet([...new Set(ids)].filter((id) => id !== null))
  const books = await audioBooksById(connection, idSet(rows.map((row) => row.audio_book_id)))
  const podcasts = await podcastsById(connection, idSet(rows.map((row) => row.podcast_id)))
  const episodes = await episodesById(connection, idSet(rows.map((row) => row.episode_id)), podcasts)
  return rows.flatMap(({ id, audio_book_id, podcast_id, episode_id }) => {
    const audioBook = audio_book_id === null ? null : (books.get(audio_book_id) ?? null)
    const podcast = podcast_id === null ? null : (podcasts.get(podcast_id) ?? null)
    const podcastEpisode = episode_id === null ? null : (episodes.get(episode_id) ?? null)
    const isThere = audioBook !== null || (podcast !== null && podcastEpisode !== null)
    return isThere ? [{ id, user, audioBook, podcast, podcastEpisode }] : []
  })
}
