/**
 * Merging one recording's position between this browser and the server, as pure functions. The server takes a position
 * only with the version that it follows (optimistic locking); here it is decided which versions count as seen.
 *
 * No position is set back without the listener's answer. The server's is taken silently where only the first seconds of a
 * recording begun elsewhere are lost. Where both sides have gone on, the listener is asked, and nothing is sent until then.
 */
import type { Place } from './recall.ts'

export type RemotePosition = Place & {
  version: number
  fromThisDevice: boolean
  deviceName: string | null
  playbackRate: number
}

export type LocalPosition = Place & {
  playbackRate: number | null
  /** The server's version that it follows; 0: none. */
  base: number
  /** The latest change made here, acknowledged once `sent` is equal. */
  change: number
  sent: number
  /** Another device's position, between which and this one the listener decides. */
  theirs: RemotePosition | null
  /** A visitor's, not yet merged with the account's: the further one wins. */
  joining: boolean
}

/** Nearer positions count as the same. */
const sameSeconds = 5
const beginningSeconds = 15

/** Not begun, or marked so. */
export function isUnplayed(place: Pick<Place, 'position' | 'finished'> | null): boolean {
  return place === null || (!place.finished && place.position === 0)
}

export function isUnsent({ change, sent }: LocalPosition): boolean {
  return change > sent
}

export function isDue(kept: LocalPosition): boolean {
  return isUnsent(kept) && kept.theirs === null
}

/** The listener heard, paused, sought or reached the end. */
export function recordLocal(kept: LocalPosition | null, place: Place, playbackRate: number): LocalPosition {
  return { ...(kept ?? unheard), ...place, playbackRate, change: nextChange(kept, place) }
}

/** The server has saved that change; an older version than the known one changes nothing. */
export function acknowledged(kept: LocalPosition, change: number, version: number): LocalPosition {
  if (version < kept.base) return kept
  const sent = version === kept.base ? Math.max(kept.sent, change) : change
  return { ...kept, base: version, sent: Math.min(sent, kept.change), joining: false }
}

/**
 * The server's present position is known, from a request or a refused save.
 *
 * @param theirs null: the server has none
 * @param base the version known at the time of the request; an overtaken answer changes nothing
 */
export function mergeRemote(
  known: LocalPosition | null,
  theirs: RemotePosition | null,
  { base, isSounding }: { base: number; isSounding: boolean },
): LocalPosition | null {
  if (known === null) return theirs === null ? null : taken(theirs, null)
  if (base !== known.base) return known
  if (theirs === null) return forgotten(known)
  if (theirs.version === known.base) return known
  // A server restored from a backup lacks acknowledged versions.
  const kept = theirs.version < known.base ? { ...known, change: known.change + 1 } : known
  if (kept.joining) return isFurther(kept, theirs) ? rebased(kept, theirs) : taken(theirs, kept)
  if (isJustBegun(kept) && isFurther(theirs, kept)) return taken(theirs, kept)
  // From this device: a save whose answer was lost.
  const isNoSurprise = theirs.fromThisDevice || isSame(kept, theirs)
  if (!isUnsent(kept) && (!isSounding || isNoSurprise)) return taken(theirs, kept)
  return isNoSurprise ? rebased(kept, theirs) : { ...kept, theirs }
}

/** The further position wins. */
export function mergeVisitor(account: LocalPosition | null, visitor: LocalPosition): LocalPosition {
  if (account !== null && !isFurther(visitor, account)) return account
  const { position, finished, at, playbackRate } = visitor
  const change = nextChange(account, visitor)
  const own = account ?? { ...unheard, change, sent: 0 }
  return { ...own, position, finished, at, playbackRate, change, theirs: null, joining: true }
}

/** The listener's decision. */
export function resolved(kept: LocalPosition, where: 'there' | 'here', now: number): LocalPosition {
  const { theirs } = kept
  if (theirs === null) return kept
  if (where === 'there') return { ...taken(theirs, kept), at: now }
  return { ...rebased(kept, theirs), change: kept.change + 1, at: now }
}

/** Unique also after a stored position was removed: late answers name their change. */
function nextChange(kept: LocalPosition | null, { at }: Place): number {
  return Math.max((kept?.change ?? 0) + 1, at)
}

const unheard = { base: 0, sent: 0, theirs: null, joining: false } as const

function taken(theirs: RemotePosition, kept: LocalPosition | null): LocalPosition {
  const { position, finished, at, version, playbackRate } = theirs
  const change = nextChange(kept, theirs)
  return { ...unheard, position, finished, at, playbackRate, base: version, change, sent: change }
}

function rebased(kept: LocalPosition, { version }: RemotePosition): LocalPosition {
  return { ...kept, base: version, theirs: null }
}

/** Begun before the server's position was known: no decision to start over. */
function isJustBegun({ base, position, finished }: LocalPosition): boolean {
  return base === 0 && position <= beginningSeconds && !finished
}

function forgotten(kept: LocalPosition): LocalPosition | null {
  return isUnsent(kept) ? { ...kept, base: 0, theirs: null } : null
}

function isSame(one: Place, other: Place): boolean {
  return one.finished === other.finished && Math.abs(one.position - other.position) <= sameSeconds
}

function isFurther(one: Place, other: Place): boolean {
  if (one.finished !== other.finished) return one.finished
  return one.position > other.position
}
