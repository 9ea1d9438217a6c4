/**
 * Places of apps without versions (0063): what a device is told, and whether what it plays follows the present place.
 * A telling counts once the next request proves that its answer arrived; an action sent before that was heard without
 * it, so it cancels the telling, and the present place is told again.
 */

export type SyncDialect = 'gpodder' | 'nextcloud'

/** What a device has been told of one recording. */
export interface DevicePlace {
  readonly knownVersion: number | null
  /** Of a telling that is not known to have arrived. */
  readonly toldVersion: number | null
  /** To be told again; the device's own time of the action that crossed the telling, epoch milliseconds. */
  readonly againAt: number | null
}

export const untold: DevicePlace = { knownVersion: null, toldVersion: null, againAt: null }

/** Where the account is in a recording, as one device sees it. */
export interface PresentPlace {
  readonly version: number
  readonly positionMs: number
  readonly finished: boolean
  /** Whether this device saved it. */
  readonly isOwn: boolean
  readonly updatedAt: number
}

/** The last `play` of one request about a recording. */
export interface Play {
  readonly positionMs: number
  readonly finished: boolean
  /** By the device's clock. */
  readonly at: number
}

export interface LastAnswer {
  /** Its timestamp, and the `since` that it answered; epoch seconds, null before the first. */
  readonly lastAnswer: number | null
  readonly lastSince: number | null
}

/** Whether the tellings of the last answer have arrived. */
export function confirms(
  since: number,
  { lastAnswer, lastSince }: LastAnswer,
  dialect: SyncDialect,
): boolean {
  if (lastAnswer === null) return false
  // After sending, apps of Nextcloud's dialect ask since a time of their own clock.
  return dialect === 'nextcloud' ? since !== lastSince : since >= lastAnswer
}

export function afterTelling(place: DevicePlace, isConfirmed: boolean): DevicePlace {
  if (place.toldVersion === null) return place
  return isConfirmed
    ? { knownVersion: place.toldVersion, toldVersion: null, againAt: null }
    : { ...place, toldVersion: null }
}

export const longestTimestamp = 2 ** 31 - 1

/** Increases with each answer, so that its `since` names one; whole seconds. */
export function answerTimestamp(now: number, lagSeconds: number, lastAnswer: number | null): number {
  const next = Math.max(Math.floor(now / 1000) - lagSeconds, (lastAnswer ?? 0) + 1)
  return Math.min(next, longestTimestamp)
}

/** Without a `since` all places are told, the device's own included. */
export function mustTell(present: PresentPlace, place: DevicePlace, since: number): boolean {
  if (since <= 0 || place.againAt !== null) return true
  if (present.isOwn) return false
  return place.knownVersion !== present.version || Math.floor(present.updatedAt / 1000) >= since
}

export interface ToldPlace {
  /** Whole seconds. */
  readonly position: number
  readonly total: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** Null where the length is unknown: apps ignore such places, and the beginning as 0. */
export function toldPlace(
  present: PresentPlace,
  place: DevicePlace,
  durationMs: number | null,
): ToldPlace | null {
  const total = Math.floor((durationMs ?? 0) / 1000)
  if (total < 1) return null
  const reached = Math.min(Math.floor(present.positionMs / 1000), Math.max(1, total - 1))
  return {
    position: present.finished ? total : Math.max(1, reached),
    total,
    at: present.isOwn && place.againAt !== null ? place.againAt : present.updatedAt,
  }
}

const sameMs = 5000

function isSame(present: PresentPlace, play: Play): boolean {
  return (
    present.finished === play.finished &&
    (play.finished || Math.abs(present.positionMs - play.positionMs) < sameMs)
  )
}

function isFurther(present: PresentPlace, play: Play): boolean {
  if (present.finished) return false
  return play.finished || play.positionMs > present.positionMs
}

/** `offer`: it is behind a place that the device does not know. */
export type Reception = 'same' | 'save' | 'offer'

export function receivePlay(
  present: PresentPlace | null,
  place: DevicePlace,
  play: Play,
): { readonly reception: Reception; readonly place: DevicePlace } {
  const isCrossed = place.toldVersion !== null || place.againAt !== null
  const next = isCrossed ? { ...place, toldVersion: null, againAt: play.at } : place
  return { reception: judge(present, place, play), place: next }
}

function judge(present: PresentPlace | null, place: DevicePlace, play: Play): Reception {
  if (present === null) return 'save'
  if (isSame(present, play)) return 'same'
  const follows = present.isOwn || place.knownVersion === present.version
  return follows || isFurther(present, play) ? 'save' : 'offer'
}
