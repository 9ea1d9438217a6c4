import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { isPodcastShownTo } from '../editing/record-rows.queries.ts'
import { recordingDuration } from '../editing/recording-files.queries.ts'

/** An audio book, or an episode, with its podcast or alone. */
export type RecordingAddress =
  | { readonly audioBookId: number }
  | { readonly podcastEpisodeId: number; readonly podcastId?: number }

/**
 * The ids of the recordings that an account sees, in the order of their addresses; null for all others, and for episodes
 * of other podcasts.
 */
export async function findRecordingIds(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  addresses: readonly RecordingAddress[],
): Promise<(number | null)[]> {
  const bookIds = addresses.flatMap((address) => ('audioBookId' in address ? [address.audioBookId] : []))
  const episodeIds = addresses.flatMap((address) =>
    'audioBookId' in address ? [] : [address.podcastEpisodeId],
  )
  const books = await connection
    .selectFrom('recordings')
    .innerJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .where('recordings.audio_book_id', 'in', dialect.idSet(bookIds))
    .where('audio_books.is_public', '=', 1)
    .select(['recordings.id', 'recordings.audio_book_id'])
    .execute()
  const episodes = await connection
    .selectFrom('recordings')
    .innerJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .innerJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where('recordings.episode_id', 'in', dialect.idSet(episodeIds))
    .where('episodes.is_public', '=', 1)
    .where(isPodcastShownTo(userId))
    .select(['recordings.id', 'recordings.episode_id', 'episodes.podcast_id'])
    .execute()
  const byBook = new Map(books.map((row) => [row.audio_book_id, row.id]))
  const byEpisode = new Map(episodes.map((row) => [row.episode_id, row]))
  return addresses.map((address) => {
    if ('audioBookId' in address) return byBook.get(address.audioBookId) ?? null
    const { podcastId, podcastEpisodeId } = address
    const found = byEpisode.get(podcastEpisodeId)
    const isThere = found && (podcastId === undefined || podcastId === found.podcast_id)
    return isThere ? found.id : null
  })
}

/** A recording that an account sees, with the duration of its present audio; the podcast of its address is not checked. */
export async function findRecording(
  connection: Connection,
  userId: string,
  address: RecordingAddress,
): Promise<{ id: number; duration_ms: number | null } | undefined> {
  return await connection
    .selectFrom('recordings')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .leftJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .leftJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where((build) =>
      'audioBookId' in address
        ? build.and({ 'recordings.audio_book_id': address.audioBookId, 'audio_books.is_public': 1 })
        : build.and([
            build.and({ 'recordings.episode_id': address.podcastEpisodeId, 'episodes.is_public': 1 }),
            isPodcastShownTo(userId),
          ]),
    )
    .select(['recordings.id', recordingDuration.as('duration_ms')])
    .executeTakeFirst()
}

/** Of its present sound, milliseconds; null without one. */
export async function findRecordingDuration(connection: Connection, id: number): Promise<number | null> {
  const row = await connection
    .selectFrom('recordings')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .where('recordings.id', '=', id)
    .select(recordingDuration.as('duration_ms'))
    .executeTakeFirst()
  return row?.duration_ms ?? null
}

/** The recordings of whose address this is the medium: one, unless it has just been replaced. */
export async function listRecordingsOf(connection: Connection, mediaId: number): Promise<number[]> {
  const recordings = connection.selectFrom('recordings').where('media_id', '=', mediaId)
  return (await recordings.select('id').execute()).map(({ id }) => id)
}

/**
 * The ids of recordings that are drafts: few, found by the indexes of what is hidden. What people have of a podcast that is
 * not listed is theirs.
 */
export function selectHiddenRecordings(connection: Connection) {
  const books = connection
    .selectFrom('audio_books')
    .innerJoin('recordings', 'recordings.audio_book_id', 'audio_books.id')
    .where('audio_books.is_public', '=', sql.lit<0>(0))
    .select('recordings.id')
  const episodes = connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .where('episodes.is_public', '=', sql.lit<0>(0))
    .select('recordings.id')
  const drafts = connection
    .selectFrom('podcasts')
    .where('is_public', '=', sql.lit<0>(0))
    .where('is_unlisted', '=', sql.lit<0>(0))
    .select('id')
  const ofPodcasts = connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .where('episodes.podcast_id', 'in', drafts)
    .select('recordings.id')
  return books.unionAll(episodes).unionAll(ofPodcasts)
}

/** Those of any number of recordings that are drafts. */
export async function listHiddenAmong(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await connection
    .selectFrom('recordings')
    .leftJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .leftJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where('recordings.id', 'in', dialect.idSet(ids))
    .where((is) =>
      is.or([
        is('audio_books.is_public', '=', 0),
        is('episodes.is_public', '=', 0),
        is.and({ 'podcasts.is_public': 0, 'podcasts.is_unlisted': 0 }),
      ]),
    )
    .select('recordings.id')
    .execute()
  return rows.map(({ id }) => id)
}
