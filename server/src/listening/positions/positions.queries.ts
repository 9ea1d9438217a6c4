import { maxPositionHistory } from '@earmark/contract/positions.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

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
  recordingId: number,
): Promise<PositionRow | undefined> {
  return await connection
    .selectFrom('positions')
    .where('positions.user_id', '=', userId)
    .where('positions.recording_id', '=', recordingId)
    .select(positionColumns)
    .executeTakeFirst()
}

export interface PastPositionRow {
  readonly position_ms: number
  readonly version: number
  readonly device_name: string
  readonly updated_at: number
}

/** Newest first, beginning with the present one; none where there is no position. */
export async function listPastPositions(
  connection: Connection,
  userId: string,
  recordingId: number,
): Promise<PastPositionRow[]> {
  const present = await findPosition(connection, userId, recordingId)
  return present ? await selectHistories(connection, [present.id]).execute() : []
}

/** Of several positions, each with those that it replaced, newest first. */
export function selectHistories(connection: Connection, ids: readonly number[]) {
  const present = connection
    .selectFrom('positions')
    .where('id', 'in', ids)
    .select(['id as position_id', 'version', 'position_ms', 'device_name', 'updated_at'])
  const oldest = sql<number>`positions.version - ${sql.lit(maxPositionHistory)}`
  const replaced = connection
    .selectFrom('positions')
    .innerJoin('position_history as past', 'past.position_id', 'positions.id')
    .where('positions.id', 'in', ids)
    .whereRef('past.version', '<', 'positions.version')
    .where('past.version', '>', oldest)
    .select(['past.position_id', 'past.version', 'past.position_ms', 'past.device_name', 'past.updated_at'])
  return present.unionAll(replaced).orderBy('version', 'desc')
}
