import type { Connection } from '../../db/engine/dialect.ts'
import { findPosition } from './positions.queries.ts'
import { insertPosition, lockForgotten, updatePosition } from './save-position.queries.ts'

/** A position that was saved elsewhere. */
export interface BroughtPosition {
  readonly positionMs: number
  readonly finished: boolean
  /** Epoch milliseconds. */
  readonly savedAt: number
  /** What saved it, in words. */
  readonly deviceName: string
}

/**
 * Takes over a position with its own time, as the version after the present one; a present one that is as new stays.
 *
 * @returns whether it was taken over
 */
export async function bringPosition(
  transaction: Connection,
  userId: string,
  recordingId: number,
  { positionMs, finished, savedAt, deviceName }: BroughtPosition,
): Promise<boolean> {
  const forgotten = await lockForgotten(transaction, userId)
  if (forgotten === undefined) return false
  const change = {
    positionMs,
    finished,
    deviceName,
    playbackRatePercent: null,
    deviceId: null,
    now: savedAt,
  }
  const present = await findPosition(transaction, userId, recordingId)
  if (present && present.updated_at >= savedAt) return false
  const saved = present
    ? await updatePosition(transaction, userId, recordingId, { ...change, baseVersion: present.version })
    : await insertPosition(transaction, userId, recordingId, { ...change, version: forgotten + 1 })
  return saved !== undefined
}
