import { sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import type { RecordingIds } from '../recordings/recordings.ts'
import { positionColumns, type PositionRow } from './positions.queries.ts'

/** Many positions of one listener, with what they are about. */

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

/** As much of a position as a card shows; all that is read of very many. */
export type ProgressRow = RecordingIds &
  Pick<PositionRow, 'position_ms' | 'finished_at' | 'playback_rate_percent' | 'version' | 'updated_at'> & {
    readonly duration_ms: number | null
  }

/** All of somebody's, newest first. */
export async function listProgress(connection: Connection, userId: string): Promise<ProgressRow[]> {
  return await connection
    .selectFrom('positions')
    .leftJoin('audio_books', 'audio_books.id', 'positions.audio_book_id')
    .leftJoin('episodes', 'episodes.id', 'positions.episode_id')
    .leftJoin('media as audio', (join) =>
      join.on('audio.id', '=', sql`coalesce(audio_books.audio_media_id, episodes.audio_media_id)`),
    )
    .where('positions.user_id', '=', userId)
    .orderBy('positions.updated_at', 'desc')
    .orderBy('positions.id', 'desc')
    .select(['positions.audio_book_id', 'positions.episode_id', 'episodes.podcast_id', 'audio.duration_ms'])
    .select(['positions.position_ms', 'positions.finished_at', 'positions.playback_rate_percent'])
    .select(['positions.version', 'positions.updated_at'])
    .$castTo<ProgressRow>()
    .execute()
}
