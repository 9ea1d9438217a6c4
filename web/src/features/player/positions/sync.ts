/**
 * How one recording's position comes to agree between this browser and the server. Pure: what is kept and what has
 * happened in, what is kept from now on out. The server takes a position only with the version that it follows from,
 * so nothing is overwritten unseen; what is decided here is which versions may count as seen.
 *
 * The rule: nobody's place is set back without the listener's word. A place of the server's is taken silently where
 * nothing would be lost by it; where both sides have gone on, the listener is asked, and until the answer nothing
 * is sent.
 */
import type { Place } from './recall-stored.ts'

/** The server's place, as far as it matters here. */
export type Theirs = Place & { version: number; fromThisDevice: boolean; deviceName: string | null }

export type Kept = Place & {
  playbackRate: number | null
  /** The server's version that this place follows from; 0: none. */
  base: number
  /** Counts the changes made here; those up to `sent` have been acknowledged. */
  change: number
  sent: number
  /** Where another device has gone meanwhile: to be decided by the listener. */
  theirs: Theirs | null
  /** Listened to as a visitor: when it meets the account's place, the further one wins. */
  joining: boolean
}

/** Nearer than this, two places are the same to a listener. */
const sameSeconds = 5

export function isUnsent({ change, sent }: Kept): boolean {
  return change > sent
}

/** Whether there is something to send that may be sent. */
export function isDue(kept: Kept): boolean {
  return isUnsent(kept) && kept.theirs === null
}

/** The listener was there: heard it, paused, went there, reached the end. */
export function listened(kept: Kept | null, place: Place, playbackRate: number): Kept {
  return { ...(kept ?? unheard), ...place, playbackRate, change: (kept?.change ?? 0) + 1 }
}

/** The server has taken it over, as it was at that change. */
export function accepted(kept: Kept, change: number, version: number): Kept {
  return {
    ...kept,
    base: Math.max(kept.base, version),
    sent: Math.max(kept.sent, Math.min(change, kept.change)),
    joining: false,
  }
}

/** The server has something else than what it was to follow from; null: nothing at all any more. */
export function refused(kept: Kept, current: Theirs | null): Kept {
  if (current === null) return { ...kept, base: 0, theirs: null }
  return learned(kept, current, true)
}

/**
 * The server's place has become known.
 *
 * @param isSounding here: then the listener's ear is at another place already
 */
export function learned(kept: Kept | null, theirs: Theirs, isSounding: boolean): Kept {
  if (kept === null) return taken(theirs, null)
  if (theirs.version <= Math.max(kept.base, kept.theirs?.version ?? 0)) return kept
  if (kept.joining) return isFurther(kept, theirs) ? rebased(kept, theirs) : taken(theirs, kept)
  const isStill = !isUnsent(kept) && !isSounding
  if (isStill) return taken(theirs, kept)
  // Our own word, whose answer was lost: what has been heard since follows from it.
  if (theirs.fromThisDevice) return rebased(kept, theirs)
  if (isSame(kept, theirs)) return rebased(kept, theirs)
  return { ...kept, theirs }
}

/** The listener's word. */
export function decided(kept: Kept, where: 'there' | 'here', now: number): Kept {
  const { theirs } = kept
  if (theirs === null) return kept
  if (where === 'there') return { ...taken(theirs, kept), at: now }
  return { ...rebased(kept, theirs), change: kept.change + 1, at: now }
}

const unheard = { base: 0, sent: 0, theirs: null, joining: false } as const

function taken(theirs: Theirs, kept: Kept | null): Kept {
  const { position, finished, at, version } = theirs
  const change = kept?.change ?? 0
  const playbackRate = kept?.playbackRate ?? null
  return { ...unheard, position, finished, at, playbackRate, base: version, change, sent: change }
}

function rebased(kept: Kept, { version }: Theirs): Kept {
  return { ...kept, base: version, theirs: null }
}

function isSame(one: Place, other: Place): boolean {
  return one.finished === other.finished && Math.abs(one.position - other.position) <= sameSeconds
}

function isFurther(one: Place, other: Place): boolean {
  if (one.finished !== other.finished) return one.finished
  return one.position > other.position
}
