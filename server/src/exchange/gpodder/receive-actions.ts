import type { CoreDeps } from '../../deps.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { type RecordingPosition, savePositions } from '../../listening/positions/save-position.service.ts'
import { type DeviceRow, lockDevice } from '../../people/devices/devices.queries.ts'
import type { PlayAction } from './actions.ts'
import { cancelTellings } from './device-places.queries.ts'
import { findHeard, type HeardFile } from './find-heard.ts'
import { deleteForeignActions, listForeignActions, putForeignActions } from './foreign.queries.ts'
import { listPlacesOf, type PlaceRow } from './named-recordings.queries.ts'
import { deleteOffersOf, putOffers } from './place-offers.queries.ts'
import { type Play, receivePlay, untold } from './places.ts'

type ReceiveDeps = Pick<CoreDeps, 'config' | 'db' | 'clock'>
type ReceiveFailure = FailureOf<'Unauthorized' | 'ServiceUnavailable'>

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** The place of the last action about a recording. */
interface HeardPlay extends Play {
  readonly recordingId: number
  readonly durationMs: number | null
}

/**
 * Takes over what a device has played: places that follow the present ones, or are further; others become offers. Actions
 * about what is not here wait.
 */
export async function receiveActions(
  deps: ReceiveDeps,
  device: DeviceRow,
  actions: readonly PlayAction[],
  failure: ReceiveFailure,
): Promise<void> {
  await receive(deps, device, { actions }, failure)
}

/** Takes over what a device has played of a podcast whose episodes were not here then; others wait on. */
export async function receiveWaitingActions(
  deps: ReceiveDeps,
  device: DeviceRow,
  podcast: string,
  failure: ReceiveFailure,
): Promise<void> {
  await receive(deps, device, { podcast }, failure)
}

/** New actions, or a podcast of which some wait. */
type Received = { readonly actions: readonly PlayAction[] } | { readonly podcast: string }

async function receive(
  { config, db, clock }: ReceiveDeps,
  device: DeviceRow,
  received: Received,
  failure: ReceiveFailure,
): Promise<void> {
  const done = db.groupCommit(async (connection) => {
    const transaction = { connection, dialect: db.dialect }
    // Two requests of one device are received one after the other.
    if (!(await lockDevice(connection, device.id))) return 'gone'
    const isNew = 'actions' in received
    const actions = isNew
      ? received.actions
      : await listForeignActions(connection, device.id, received.podcast)
    const heard = await findHeard(transaction, config, device.user_id, actions)
    const unknown = actions.filter((action, index) => heard[index] === null && mayWait(action))
    if (isNew) await putForeignActions(transaction, device, unknown, clock())
    const known = actions.filter((_, index) => heard[index] !== null)
    await deleteForeignActions(transaction, device.user_id, known)
    return await takeOver(transaction, device, lastPlays(actions, heard), clock())
  })
  // A missing row is a recording that was deleted meanwhile, which the app tells again.
  const outcome = await done.catch(failOn(MissingRowError, () => failure('ServiceUnavailable')))
  if (outcome === 'gone') throw failure('Unauthorized')
}

/** Addresses of those that wait, characters. */
const longestWaiting = 2000

const mayWait = ({ podcast, episode }: PlayAction): boolean =>
  podcast.length <= longestWaiting && episode.length <= longestWaiting

/** By the order of the app's clock. */
function lastPlays(actions: readonly PlayAction[], heard: readonly (HeardFile | null)[]): HeardPlay[] {
  const inOrder = actions
    .map((action, index) => ({ action, file: heard[index] ?? null }))
    .toSorted((one, other) => one.action.at - other.action.at)
  const last = new Map<number, HeardPlay>()
  for (const { action, file } of inOrder) if (file) last.set(file.recordingId, playOf(action, file))
  return [...last.values()]
}

function playOf({ position, total, at }: PlayAction, file: HeardFile): HeardPlay {
  const { recordingId, durationMs, startMs, partMs, isLast } = file
  const isAtEnd = total !== null && total > 0 && position >= total
  const lengthMs = partMs ?? durationMs
  const reachedMs = Math.round(position * 1000)
  const withinMs = isAtEnd && lengthMs !== null ? lengthMs : Math.min(reachedMs, partMs ?? reachedMs)
  return { recordingId, durationMs, at, positionMs: startMs + withinMs, finished: isAtEnd && isLast }
}

const mostRounds = 5

/** A place that was saved elsewhere meanwhile is looked at again. */
async function takeOver(
  transaction: Db,
  device: DeviceRow,
  plays: readonly HeardPlay[],
  now: number,
): Promise<'done' | 'gone'> {
  let left = plays
  for (let round = 0; left.length > 0 && round < mostRounds; round += 1) {
    const saved = await takeOverOnce(transaction, device, left, now)
    if (saved === null) return 'gone'
    left = saved
  }
  return 'done'
}

/** @returns those to be looked at again; null when the account was deleted */
async function takeOverOnce(
  transaction: Db,
  { id: deviceId, user_id: userId, name }: DeviceRow,
  plays: readonly HeardPlay[],
  now: number,
): Promise<readonly HeardPlay[] | null> {
  const ids = plays.map(({ recordingId }) => recordingId)
  const rows = await listPlacesOf(transaction, { userId, deviceId }, ids)
  const present = new Map(rows.map((row) => [row.recording_id, row]))
  const judged = plays.map((play) => ({ play, ...judge(present.get(play.recordingId), play, deviceId) }))
  await cancelTellings(
    transaction,
    deviceId,
    judged.flatMap(({ play, againAt }) =>
      againAt === null ? [] : [{ recordingId: play.recordingId, againAt }],
    ),
  )
  const offers = judged.filter(({ reception }) => reception === 'offer').map(({ play }) => play)
  await putOffers(transaction, { userId, deviceId, now }, offers)
  const toSave = judged.filter(({ reception }) => reception === 'save')
  const keeper = { userId, deviceId, deviceName: name }
  const positions = toSave.map(({ play, baseVersion }) => positionOf(play, baseVersion))
  const saved = await savePositions(transaction, keeper, positions, now)
  if (saved === null) return null
  await deleteOffersOf(transaction, deviceId, [...saved])
  return toSave.map(({ play }) => play).filter(({ recordingId }) => !saved.has(recordingId))
}

function judge(row: PlaceRow | undefined, play: HeardPlay, deviceId: string) {
  const place = row
    ? { knownVersion: row.known_version, toldVersion: row.told_version, againAt: row.again_at }
    : untold
  const present = row
    ? {
        version: row.version,
        positionMs: row.position_ms,
        finished: row.finished_at !== null,
        isOwn: row.device_id === deviceId,
        updatedAt: row.updated_at,
      }
    : null
  const { reception, place: next } = receivePlay(present, place, play)
  return { reception, againAt: next.againAt, baseVersion: row?.version ?? 0 }
}

function positionOf(
  { recordingId, durationMs, positionMs, finished }: HeardPlay,
  baseVersion: number,
): RecordingPosition {
  const position = { positionSeconds: positionMs / 1000, baseVersion, ...(finished ? { finished } : {}) }
  return { recordingId, durationMs, position }
}
