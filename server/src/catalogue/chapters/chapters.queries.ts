import type { ChapterSource } from '@earmark/contract/chapters.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { startsOf } from '../../media/chapters/file-chapters.ts'
import { chaptersEnd } from '../editing/recording-files.queries.ts'
import type { PodcastAudience } from '../editing/record-rows.queries.ts'
import type { RecordRef } from '../editing/records.queries.ts'

/** An audio book or an episode. */
export type RecordingRef = RecordRef & { readonly kind: 'audio-book' | 'episode' }

/** A recording as far as its chapters are concerned. */
export interface ChaptersOwner {
  readonly recordingId: number
  readonly version: number
  readonly source: ChapterSource
  /** Of its sound; 0 without one, null where its length is unknown. */
  readonly durationMs: number | null
  /** When its files begin; one at least. */
  readonly trackStartsMs: readonly number[]
}

function selectOwners(connection: Connection) {
  return connection
    .selectFrom('recordings')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .select(['recordings.id', 'chapters_version', 'chapters_source', chaptersEnd.as('duration_ms')])
}

function selectBook(connection: Connection, id: number, audience: PodcastAudience) {
  const book = selectOwners(connection)
    .innerJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .where('audio_books.id', '=', id)
  return audience === 'editors' ? book : book.where('audio_books.is_public', '=', 1)
}

function selectEpisode(connection: Connection, id: number, podcastId: number, audience: PodcastAudience) {
  const episode = selectOwners(connection)
    .innerJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .innerJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where('episodes.id', '=', id)
    .where('podcasts.id', '=', podcastId)
  if (audience === 'editors') return episode
  const shown = episode.where('episodes.is_public', '=', 1)
  return audience === 'followers' ? shown : shown.where('podcasts.is_public', '=', 1)
}

/** Undefined where this audience does not see it. */
export async function findChaptersOwner(
  connection: Connection,
  record: RecordingRef,
  audience: PodcastAudience,
): Promise<ChaptersOwner | undefined> {
  const row =
    record.kind === 'episode'
      ? await selectEpisode(connection, record.id, record.podcastId, audience).executeTakeFirst()
      : await selectBook(connection, record.id, audience).executeTakeFirst()
  if (!row) return undefined
  const { id: recordingId, chapters_version: version, chapters_source: source, duration_ms } = row
  const trackStartsMs = await listTrackStarts(connection, recordingId)
  return { recordingId, version, source, durationMs: duration_ms, trackStartsMs }
}

/** When an editor wrote the chapters of a recording, and the editor's name as long as there is the account. */
export async function findSaving(
  connection: Connection,
  recordingId: number,
): Promise<{ name: string | null; at: number | null }> {
  return await connection
    .selectFrom('recordings')
    .leftJoin('users', 'users.id', 'chapters_saved_by')
    .where('recordings.id', '=', recordingId)
    .select(['users.name', 'chapters_saved_at as at'])
    .executeTakeFirstOrThrow()
}

async function listTrackStarts(connection: Connection, recordingId: number): Promise<number[]> {
  const files = await connection
    .selectFrom('recording_files')
    .where('recording_id', '=', recordingId)
    .orderBy('ordinal')
    .select('duration_ms as durationMs')
    .execute()
  return files.length === 0 ? [0] : startsOf(files)
}
