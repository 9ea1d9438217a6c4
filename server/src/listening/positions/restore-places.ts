import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import { listRecordingsOf } from '../../catalogue/recordings/recordings.queries.ts'
import { listHistories, listPositionsBetween } from './restore-places.queries.ts'
import { endMs, restoredPlace } from './restored-place.ts'
import { keepPastPosition, updatePosition } from './save-position.queries.ts'

/** Milliseconds. */
interface Lengths {
  readonly toldMs: number
  readonly realMs: number
}

/** What a transaction looks at: others save their positions between two of them. */
const positionsAtOnce = 50

/**
 * Restores the places that were cut down to a recording's told length, as `restoredPlace` has it. Each is a version of
 * its own, by which browsers take it over. To be called before the length is corrected; doing it again changes nothing.
 *
 * @returns how many positions have changed
 */
export async function restorePlaces(
  { db }: Pick<MediaDeps, 'db'>,
  audioMediaId: number,
  lengths: Lengths,
): Promise<number> {
  let count = 0
  for (const recordingId of await listRecordingsOf(db.connection, audioMediaId)) {
    for (let after = 0; Number.isFinite(after); ) {
      const done = await db.groupCommit((transaction) =>
        restoreSome(transaction, recordingId, lengths, after),
      )
      count += done.count
      after = done.last
    }
  }
  return count
}

/** @returns the id of the last position looked at; infinite when there are no more */
async function restoreSome(
  transaction: Connection,
  recordingId: number,
  { toldMs, realMs }: Lengths,
  after: number,
): Promise<{ last: number; count: number }> {
  const place = { fromMs: toldMs - endMs, toMs: toldMs, after, limit: positionsAtOnce }
  const positions = await listPositionsBetween(transaction, recordingId, place)
  const histories = await listHistories(
    transaction,
    positions.map(({ id }) => id),
  )
  let count = 0
  for (const position of positions) {
    const restored = restoredPlace(position, histories.get(position.id) ?? [], { toldMs, realMs })
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
    if (saved === undefined) continue
    await keepPastPosition(transaction, saved)
    count += 1
  }
  const last = positions.length < positionsAtOnce ? Number.POSITIVE_INFINITY : positions.at(-1)?.id
  return { last: last ?? Number.POSITIVE_INFINITY, count }
}
