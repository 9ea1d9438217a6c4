import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { listRecordingsOf } from '../../catalogue/recordings/recordings.queries.ts'
import { listHistories, listPositionsBetween } from './restore-positions.queries.ts'
import { endMs, restoredPosition } from './restored-position.ts'
import { updatePosition } from './save-position.queries.ts'

/** Milliseconds. */
interface Durations {
  readonly storedMs: number
  readonly measuredMs: number
}

/** In one transaction; others save positions between two of them. */
const positionsAtOnce = 50

/**
 * Restores the positions that were cut to a recording's stored duration (`restoredPosition`), each as a new version, so
 * that browsers take it over. Idempotent; to be called before the stored duration is corrected.
 *
 * @returns how many positions have changed
 */
export async function restorePositions(
  { db }: Pick<MediaDeps, 'db'>,
  audioMediaId: number,
  durations: Durations,
): Promise<number> {
  let count = 0
  for (const recordingId of await listRecordingsOf(db.connection, audioMediaId)) {
    for (let after = 0; Number.isFinite(after); ) {
      const done = await db.groupCommit((transaction) =>
        restoreSome(transaction, recordingId, durations, after),
      )
      count += done.count
      after = done.last
    }
  }
  return count
}

/** @returns the id of the last position read; infinite when there are no more */
async function restoreSome(
  transaction: Connection,
  recordingId: number,
  { storedMs, measuredMs }: Durations,
  after: number,
): Promise<{ last: number; count: number }> {
  const place = { fromMs: storedMs - endMs, toMs: storedMs, after, limit: positionsAtOnce }
  const positions = await listPositionsBetween(transaction, recordingId, place)
  const histories = await listHistories(
    transaction,
    positions.map(({ id }) => id),
  )
  let count = 0
  for (const position of positions) {
    const restored = restoredPosition(position, histories.get(position.id) ?? [], { storedMs, measuredMs })
    if (restored === null) continue
    const saved = await updatePosition(transaction, position.user_id, recordingId, {
      ...restored,
      playbackRatePercent: null,
      baseVersion: position.version,
      deviceId: null,
      deviceName: position.device_name,
      // The order of somebody's positions by their last change stays.
      now: position.updated_at,
    })
    if (saved !== undefined) count += 1
  }
  const last = positions.length < positionsAtOnce ? Number.POSITIVE_INFINITY : positions.at(-1)?.id
  return { last: last ?? Number.POSITIVE_INFINITY, count }
}
