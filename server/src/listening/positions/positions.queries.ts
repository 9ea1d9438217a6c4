import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Tables } from '../../db/engine/schema.ts'

/** One recording: an audio book or an episode. */
export interface RecordingRef {
  readonly kind: 'audio-book' | 'episode'
  readonly id: number
}

export const ownerColumns = { 'audio-book': 'audio_book_id', episode: 'episode_id' } as const
const tables = { 'audio-book': 'audio_books', episode: 'episodes' } as const

/** Somebody's position in a recording. To the compiler every recording passes for an audio book. */
export function isPosition(userId: string, { kind, id }: RecordingRef) {
  return (build: ExpressionBuilder<Tables, 'positions'>) =>
    build.and([
      build('positions.user_id', '=', userId),
      build(`positions.${ownerColumns[kind]}` as 'positions.audio_book_id', '=', id),
    ])
}

/** Of the recording's present audio; undefined when there is no such recording. */
export async function findDuration(
  connection: Connection,
  { kind, id }: RecordingRef,
): Promise<{ duration_ms: number | null } | undefined> {
  return await connection
    .selectFrom(`${tables[kind]} as recording` as 'audio_books as recording')
    .leftJoin('media as audio', 'audio.id', 'recording.audio_media_id')
    .where('recording.id', '=', id)
    .select('audio.duration_ms')
    .executeTakeFirst()
}

/** What a position is answered from, but for the recording. */
export const positionColumns = [
  'positions.id',
  'positions.position_ms',
  'positions.finished_at',
  'positions.playback_rate_percent',
  'positions.version',
  'positions.base_version',
  'positions.device_id',
  'positions.device_name',
  'positions.updated_at',
] as const

export interface PositionRow {
  readonly id: number
  readonly position_ms: number
  readonly finished_at: number | null
  readonly playback_rate_percent: number
  readonly version: number
  readonly base_version: number
  readonly device_id: string | null
  readonly device_name: string
  readonly updated_at: number
}

export async function findPosition(
  connection: Connection,
  userId: string,
  recording: RecordingRef,
): Promise<PositionRow | undefined> {
  return await connection
    .selectFrom('positions')
    .where(isPosition(userId, recording))
    .select(positionColumns)
    .executeTakeFirst()
}

export interface PastPositionRow {
  readonly position_ms: number
  readonly version: number
  readonly device_name: string
  readonly updated_at: number
}

/** Newest first; none where there is no position. */
export async function listPastPositions(
  connection: Connection,
  userId: string,
  recording: RecordingRef,
): Promise<PastPositionRow[]> {
  return await connection
    .selectFrom('positions')
    .innerJoin('position_history as past', 'past.position_id', 'positions.id')
    .where(isPosition(userId, recording))
    .orderBy('past.version', 'desc')
    .select(['past.position_ms', 'past.version', 'past.device_name', 'past.updated_at'])
    .execute()
}
