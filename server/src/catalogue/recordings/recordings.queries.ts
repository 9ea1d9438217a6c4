import type { Connection, Dialect } from '../../db/engine/dialect.ts'

/** An audio book, or an episode, with its podcast or alone. */
export type RecordingAddress =
  | { readonly audioBookId: number }
  | { readonly podcastEpisodeId: number; readonly podcastId?: number }

/** The ids of recordings in the order of their addresses; null for unknown ones, and for episodes of other podcasts. */
export async function findRecordingIds(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  addresses: readonly RecordingAddress[],
): Promise<(number | null)[]> {
  const bookIds = addresses.flatMap((address) => ('audioBookId' in address ? [address.audioBookId] : []))
  const episodeIds = addresses.flatMap((address) =>
    'audioBookId' in address ? [] : [address.podcastEpisodeId],
  )
  const books = await connection
    .selectFrom('recordings')
    .where('audio_book_id', 'in', dialect.idSet(bookIds))
    .select(['id', 'audio_book_id'])
    .execute()
  const episodes = await connection
    .selectFrom('recordings')
    .innerJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .where('recordings.episode_id', 'in', dialect.idSet(episodeIds))
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

/** A recording with the duration of its present audio; the podcast of its address is not checked. */
export async function findRecording(
  connection: Connection,
  address: RecordingAddress,
): Promise<{ id: number; duration_ms: number | null } | undefined> {
  return await connection
    .selectFrom('recordings')
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .leftJoin('media as audio', 'audio.id', 'file.media_id')
    .where((build) =>
      'audioBookId' in address
        ? build('recordings.audio_book_id', '=', address.audioBookId)
        : build('recordings.episode_id', '=', address.podcastEpisodeId),
    )
    .select(['recordings.id', 'audio.duration_ms'])
    .executeTakeFirst()
}

/** The recordings that have this file: one, unless it has just been replaced. */
export async function listRecordingsOf(connection: Connection, mediaId: number): Promise<number[]> {
  const files = connection.selectFrom('recording_files').where('media_id', '=', mediaId)
  return (await files.select('recording_id').execute()).map((row) => row.recording_id)
}
