import type { NewPosition } from '@earmark/contract/position-edits.ts'
import type { Position } from '@earmark/contract/positions.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import type { Keeper } from '../../http/input/device.ts'
import { findRecording, type RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import { positionView } from './position-views.ts'
import { findPosition, type PositionRow } from './positions.queries.ts'
import { endMs } from './restored-position.ts'
import * as saving from './save-position.queries.ts'

type SaveDeps = Pick<MediaDeps, 'db' | 'clock'>

/**
 * Saves a position that follows the present one. The same request again, after its answer was lost, is answered as
 * the first one was. The account may have been deleted since it was admitted.
 */
export async function savePosition(
  { db, clock }: SaveDeps,
  keeper: Keeper,
  address: RecordingAddress,
  position: NewPosition,
  failure: FailureOf<'NotFound' | 'StalePosition' | 'Unauthorized'>,
): Promise<Position> {
  const { userId, deviceId } = keeper
  const recording = await findRecording(db.connection, userId, address)
  if (!recording) throw failure('NotFound')
  const { id, duration_ms } = recording
  const change = changeOf(position, keeper, duration_ms, clock())
  // A missing row is a recording that was deleted meanwhile.
  const saved = await write(db, userId, id, change).catch(failOn(MissingRowError, () => failure('NotFound')))
  if (saved === 'Unauthorized') throw failure(saved)
  const current = saved ?? (await findPosition(db.connection, userId, id))
  if (!current) throw failure('StalePosition', { current: null })
  const view = positionView({ ...current, duration_ms }, deviceId)
  if (saved || isWhatWasSaved(current, change)) return view
  throw failure('StalePosition', { current: view })
}

function changeOf(
  { positionSeconds, baseVersion, finished, playbackRate }: NewPosition,
  { deviceId, deviceName }: Keeper,
  durationMs: number | null,
  now: number,
): saving.PositionChange {
  const positionMs = Math.min(Math.round(positionSeconds * 1000), durationMs ?? Number.POSITIVE_INFINITY)
  const isAtEnd = durationMs !== null && positionMs >= durationMs - endMs
  return {
    positionMs,
    // Empty texts count as absent.
    finished: typeof finished === 'boolean' ? finished : isAtEnd,
    playbackRatePercent: typeof playbackRate === 'number' ? Math.round(playbackRate * 100) : null,
    baseVersion,
    deviceId,
    deviceName,
    now,
  }
}

/** A position of one recording among several. */
export interface RecordingPosition {
  readonly recordingId: number
  readonly durationMs: number | null
  readonly position: NewPosition
}

/**
 * As `savePosition`, for several recordings within a transaction.
 *
 * @returns the recordings whose positions were saved: those that follow the present ones; null when the account was deleted
 * @throws MissingRowError when a recording is deleted meanwhile
 */
export async function savePositions(
  transaction: { readonly connection: Connection; readonly dialect: Dialect },
  { userId, ...device }: Keeper,
  positions: readonly RecordingPosition[],
  now: number,
): Promise<Set<number> | null> {
  if (positions.length === 0) return new Set()
  const changes = positions.map(({ recordingId, durationMs, position }) => ({
    recordingId,
    ...changeOf(position, { userId, ...device }, durationMs, now),
  }))
  const isFirst = ({ baseVersion }: { readonly baseVersion: number }) => baseVersion === 0
  const given = { userId, ...device, now }
  const saved = await saving.updatePositions(transaction, {
    ...given,
    changes: changes.filter((change) => !isFirst(change)),
  })
  const first = changes.filter(isFirst)
  if (first.length > 0) {
    const forgotten = await saving.lockForgotten(transaction.connection, userId)
    if (forgotten === undefined) return null
    saved.push(...(await saving.insertPositions(transaction, { ...given, changes: first }, forgotten + 1)))
  }
  return new Set(saved)
}

/** Undefined when the present version is another one. */
async function write(
  db: SaveDeps['db'],
  userId: string,
  recordingId: number,
  change: saving.PositionChange,
): Promise<PositionRow | undefined | 'Unauthorized'> {
  if (change.baseVersion > 0)
    return await db.commitStatement((on) => saving.updatePosition(on, userId, recordingId, change))
  return await db.groupCommit(async (transaction) => {
    const forgotten = await saving.lockForgotten(transaction, userId)
    if (forgotten === undefined) return 'Unauthorized'
    // Versions of forgotten positions are not used again: a device that was offline could overwrite the new position.
    const version = forgotten + 1
    return await saving.insertPosition(transaction, userId, recordingId, { ...change, version })
  })
}

/** Whether the change is a repetition of the one that made the present state. */
function isWhatWasSaved(current: PositionRow, change: saving.PositionChange): boolean {
  return (
    change.deviceId !== null &&
    current.device_id === change.deviceId &&
    current.base_version === change.baseVersion &&
    current.position_ms === change.positionMs &&
    (current.finished_at !== null) === change.finished &&
    (change.playbackRatePercent ?? current.playback_rate_percent) === current.playback_rate_percent
  )
}

/** Forgets a position and its history, if there is one, of a draft too. */
export async function forgetPosition(
  { db }: SaveDeps,
  userId: string,
  address: RecordingAddress,
): Promise<void> {
  await db.groupCommit(async (transaction) => {
    if ((await saving.lockForgotten(transaction, userId)) === undefined) return
    const forgotten = await saving.deletePosition(transaction, userId, address)
    if (forgotten) await saving.setForgotten(transaction, userId, forgotten.version)
  })
}
