import type { Database } from '../../db/database.ts'
import type { Connection, Dialect, IdQuery, IdSet } from '../../db/engine/dialect.ts'
import { recordingDuration } from '../../catalogue/editing/recording-files.queries.ts'
import { selectHiddenRecordings } from '../../catalogue/recordings/recordings.queries.ts'
import { positionColumns, type PositionRow } from './positions.queries.ts'

/** Lists of the positions of one account in recordings that are public. */

export type ListedPosition = PositionRow & {
  readonly recording_id: number
  readonly duration_ms: number | null
}

export interface PositionPage {
  /** Null for both. */
  readonly finished: boolean | null
  readonly sortOrder: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

function selectOwn(connection: Connection, userId: string, finished: boolean | null) {
  const own = connection
    .selectFrom('positions')
    .where('user_id', '=', userId)
    .where('recording_id', 'not in', selectHiddenRecordings(connection))
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
      // The page is selected before the joins, which would otherwise include the rows before it.
      selectOwn(connection, userId, finished)
        .orderBy('updated_at', sortOrder)
        .orderBy('id', sortOrder)
        .offset(offset)
        .limit(limit)
        .selectAll()
        .as('positions'),
    )
    .innerJoin('recordings', 'recordings.id', 'positions.recording_id')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .orderBy('positions.updated_at', sortOrder)
    .orderBy('positions.id', sortOrder)
    .select([...positionColumns, 'positions.recording_id', recordingDuration.as('duration_ms')])
    .execute()
}

/** The columns of a position that a card shows. */
export interface ProgressRow
  extends Pick<
    PositionRow,
    'position_ms' | 'finished_at' | 'playback_rate_percent' | 'version' | 'updated_at'
  > {
  readonly audio_book_id: number | null
  readonly podcast_id: number | null
  readonly episode_id: number | null
  readonly duration_ms: number | null
}

const positionsAtOnce = 1000

/** All positions of an account, newest first, in slices. */
export async function* progressSlices(
  { connection, dialect }: Pick<Database, 'connection' | 'dialect'>,
  userId: string,
): AsyncGenerator<ProgressRow[], void> {
  const own = selectOwn(connection, userId, null).select('id')
  const query = own.orderBy('updated_at', 'desc').orderBy('id', 'desc')
  const ids = await dialect.listIds(connection, query as unknown as IdQuery)
  for (let start = 0; start < ids.length; start += positionsAtOnce)
    yield await listProgress(connection, dialect.idSet(ids.slice(start, start + positionsAtOnce)))
}

async function listProgress(connection: Connection, ids: IdSet): Promise<ProgressRow[]> {
  return await selectProgress(connection)
    .where('positions.id', 'in', ids)
    .orderBy('positions.updated_at', 'desc')
    .orderBy('positions.id', 'desc')
    .execute()
}

/** Those that there are of the given recordings, by recording. */
export async function progressByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  recordingIds: readonly number[],
): Promise<Map<number, ProgressRow>> {
  const rows = await selectProgress(connection)
    .where('positions.user_id', '=', userId)
    .where('positions.recording_id', 'in', dialect.idSet(recordingIds))
    .select('positions.recording_id')
    .execute()
  return new Map(rows.map((row) => [row.recording_id, row]))
}

function selectProgress(connection: Connection) {
  return connection
    .selectFrom('positions')
    .innerJoin('recordings', 'recordings.id', 'positions.recording_id')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .select(['recordings.audio_book_id', 'recordings.episode_id', 'episodes.podcast_id'])
    .select(recordingDuration.as('duration_ms'))
    .select(['positions.position_ms', 'positions.finished_at', 'positions.playback_rate_percent'])
    .select(['positions.version', 'positions.updated_at'])
}
