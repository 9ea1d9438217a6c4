/**
 * How one recording's position comes to agree between this browser and the server. Pure: what is kept and what has
 * happened in, what is kept from now on out. The server takes a position only with the version that it follows from,
 * so nothing is overwritten unseen; what is decided here is which versions may count as seen.
 *
 * The rule: no place is set back without the listener's word. A place of the server's is taken silently where
 * nothing would be lost by it but the first seconds of what had been begun elsewhere; where both sides have gone on, the
 * listener is asked, and until the answer nothing is sent.
 */
import type { Place } from './recall.ts'

/** The server's place, as far as it matters here. */
export type RemotePosition = Place & {
  version: number
  fromThisDevice: boolean
  deviceName: string | null
  playbackRate: number
}

export type LocalPosition = Place & {
  playbackRate: number | null
  /** The server's version that this place follows from; 0: none. */
  base: number
  /** The latest change made here; it has been acknowledged when it is `sent`. */
  change: number
  sent: number
  /** Where another device has gone meanwhile: to be decided by the listener. */
  theirs: RemotePosition | null
  /** Listened to as a visitor and not yet with the account: when it meets the account's place, the further one wins. */
  joining: boolean
}

/** Nearer than this, two places are the same to a listener. */
const sameSeconds = 5
const beginningSeconds = 15

export function isUnsent({ change, sent }: LocalPosition): boolean {
  return change > sent
}

/** Whether there is something to send that may be sent. */
export function isDue(kept: LocalPosition): boolean {
  return isUnsent(kept) && kept.theirs === null
}

/** The listener was there: heard it, paused, went there, reached the end. */
export function recordLocal(kept: LocalPosition | null, place: Place, playbackRate: number): LocalPosition {
  return { ...(kept ?? unheard), ...place, playbackRate, change: nextChange(kept, place) }
}

/** The server has taken it over, as it was at that change; an answer older than what is known says nothing. */
export function acknowledged(kept: LocalPosition, change: number, version: number): LocalPosition {
  if (version < kept.base) return kept
  const sent = version === kept.base ? Math.max(kept.sent, change) : change
  return { ...kept, base: version, sent: Math.min(sent, kept.change), joining: false }
}

/**
 * The server's present place has become known: by asking, or because a position was refused that did not follow from
 * it.
 *
 * @param theirs null: it has none, never had or forgot it
 * @param base what was known when the question went out; an answer that has been overtaken says nothing
 * @param isSounding here: then the listener's ear is at another place already
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
  // Restored from a backup it lacks what it had acknowledged.
  const kept = theirs.version < known.base ? { ...known, change: known.change + 1 } : known
  if (kept.joining) return isFurther(kept, theirs) ? rebased(kept, theirs) : taken(theirs, kept)
  if (isJustBegun(kept) && isFurther(theirs, kept)) return taken(theirs, kept)
  // From this device: our own word, whose answer was lost. What has been heard since follows from it.
  const isNoSurprise = theirs.fromThisDevice || isSame(kept, theirs)
  if (!isUnsent(kept) && (!isSounding || isNoSurprise)) return taken(theirs, kept)
  return isNoSurprise ? rebased(kept, theirs) : { ...kept, theirs }
}

/** A visitor's place comes into the account's: the further one is the account's from now on. */
export function mergeVisitor(account: LocalPosition | null, visitor: LocalPosition): LocalPosition {
  if (account !== null && !isFurther(visitor, account)) return account
  const { position, finished, at, playbackRate } = visitor
  const change = nextChange(account, visitor)
  const own = account ?? { ...unheard, change, sent: 0 }
  return { ...own, position, finished, at, playbackRate, change, theirs: null, joining: true }
}

/** The listener's word. */
export function resolved(kept: LocalPosition, where: 'there' | 'here', now: number): LocalPosition {
  const { theirs } = kept
  if (theirs === null) return kept
  if (where === 'there') return { ...taken(theirs, kept), at: now }
  return { ...rebased(kept, theirs), change: kept.change + 1, at: now }
}

/** Never the same twice, even when all that was kept has been forgotten in between: late answers name their change. */
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

/** Begun here before anybody knew that it had been begun elsewhere: that was no decision to start over. */
function isJustBegun({ base, position, finished }: LocalPosition): boolean {
  return base === 0 && position <= beginningSeconds && !finished
}

/** What the server forgot is forgotten here as well, but for what it has not had yet. */
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
