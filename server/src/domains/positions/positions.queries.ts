import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import type { Tables } from '../../db/schema.ts'
import type { RecordingIds } from '../recordings/recordings.ts'

/** One recording: an audio book or an episode. */
export interface RecordingRef {
  readonly kind: 'audio-book' | 'episode'
  readonly id: number
}

const ownerColumns = { 'audio-book': 'audio_book_id', episode: 'episode_id' } as const
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

export type ListedPosition = PositionRow & RecordingIds & { readonly duration_ms: number | null }

export interface PositionPage {
  /** Null for both. */
  readonly finished: boolean | null
  readonly sortOrder: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

function selectOwn(connection: Connection, userId: string, finished: boolean | null) {
  const own = connection.selectFrom('positions').where('user_id', '=', userId)
  return finished === null ? own : own.where('finished_at', finished ? 'is not' : 'is', null)
}

export async function countPositions(
  connection: Connection,
  userId: string,
  finished: boolean | null,
): Promise<number> {
  const { count } = await selectOwn(connection, userId, finished)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** By the time of the last change. */
export async function listPositions(
  connection: Connection,
  userId: string,
  { finished, sortOrder, offset, limit }: PositionPage,
): Promise<ListedPosition[]> {
  return await connection
    .selectFrom(
      // Chosen first: what is joined to the rows before the page would be joined in vain.
      selectOwn(connection, userId, finished)
        .orderBy('updated_at', sortOrder)
        .orderBy('id', sortOrder)
        .offset(offset)
        .limit(limit)
        .selectAll()
        .as('positions'),
    )
    .leftJoin('audio_books', 'audio_books.id', 'positions.audio_book_id')
    .leftJoin('episodes', 'episodes.id', 'positions.episode_id')
    .leftJoin('media as audio', (join) =>
      join.on('audio.id', '=', sql`coalesce(audio_books.audio_media_id, episodes.audio_media_id)`),
    )
    .orderBy('positions.updated_at', sortOrder)
    .orderBy('positions.id', sortOrder)
    .select([...positionColumns, 'audio.duration_ms'])
    .select(['positions.audio_book_id', 'positions.episode_id', 'episodes.podcast_id'])
    .$castTo<ListedPosition>()
    .execute()
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
