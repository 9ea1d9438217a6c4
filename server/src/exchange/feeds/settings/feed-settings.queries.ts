import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FeedColumns, PodcastFeedsTable } from '../../../db/schema/feeds.ts'
import type { FedKind } from './feed-rows.queries.ts'

/** Makes the row of a podcast that has never been public. */
export async function writePodcastFeed(
  connection: Connection,
  id: number,
  settings: Partial<Insertable<PodcastFeedsTable>>,
): Promise<void> {
  await connection
    .insertInto('podcast_feeds')
    .values({ ...settings, podcast_id: id })
    .onConflict((present) => present.column('podcast_id').doUpdateSet(settings))
    .execute()
}

/** Makes the row of an audio book that has never been public. */
export async function writeAudioBookFeed(
  connection: Connection,
  id: number,
  settings: Partial<Insertable<FeedColumns>>,
): Promise<void> {
  await connection
    .insertInto('audio_book_feeds')
    .values({ ...settings, audio_book_id: id })
    .onConflict((present) => present.column('audio_book_id').doUpdateSet(settings))
    .execute()
}

/** The types of the sounds that a record's feed names, also of those that are drafts yet. */
export async function listSoundTypes(connection: Connection, kind: FedKind, id: number): Promise<string[]> {
  const sounds = connection
    .selectFrom('recordings')
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .leftJoin('media', (join) =>
      join.on((is) => is('media.id', '=', is.fn.coalesce('file.media_id', 'recordings.media_id'))),
    )
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .where(kind === 'podcast' ? 'episodes.podcast_id' : 'recordings.audio_book_id', '=', id)
  const type = sql<string | null>`coalesce(media.content_type, recordings.relay_type)`
  const rows = await sounds.select(type.as('type')).distinct().execute()
  return rows.flatMap(({ type: one }) => one ?? [])
}
