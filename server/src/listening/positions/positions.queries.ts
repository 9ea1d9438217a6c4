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

/** Newest first; none where there is no position. */
export async function listPastPositions(
  connection: Connection,
  userId: string,
  recordingId: number,
): Promise<PastPositionRow[]> {
  return await connection
    .selectFrom('positions')
    .innerJoin('position_history as past', 'past.position_id', 'positions.id')
    .where('positions.user_id', '=', userId)
    .where('positions.recording_id', '=', recordingId)
    .orderBy('past.version', 'desc')
    .select(['past.position_ms', 'past.version', 'past.device_name', 'past.updated_at'])
    .execute()
}
