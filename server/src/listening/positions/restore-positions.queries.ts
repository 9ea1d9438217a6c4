import type { Connection } from '../../db/engine/dialect.ts'
import { positionColumns, type PositionRow, selectHistories } from './positions.queries.ts'
import type { SavedPosition } from './restored-position.ts'

/** The positions of all accounts in a recording from `fromMs` to `toMs`, by id, from the one behind `after`. */
export async function listPositionsBetween(
  connection: Connection,
  recordingId: number,
  { fromMs, toMs, after, limit }: { fromMs: number; toMs: number; after: number; limit: number },
): Promise<(PositionRow & { readonly user_id: string })[]> {
  return await connection
    .selectFrom('positions')
    .where('positions.recording_id', '=', recordingId)
    .where('positions.position_ms', '>=', fromMs)
    .where('positions.position_ms', '<=', toMs)
    .where('positions.id', '>', after)
    .orderBy('positions.id')
    .limit(limit)
    .select([...positionColumns, 'positions.user_id'])
    .execute()
}

/** By the id of the position; newest first. */
export async function listHistories(
  connection: Connection,
  positionIds: readonly number[],
): Promise<Map<number, SavedPosition[]>> {
  if (positionIds.length === 0) return new Map()
  const rows = await selectHistories(connection, positionIds).execute()
  return Map.groupBy(rows, ({ position_id }) => position_id)
}
