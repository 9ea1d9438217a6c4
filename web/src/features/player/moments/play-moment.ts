import type { Moment } from '../../../lib/moment.ts'
import { playFrom } from '../chapters/play-from.ts'
import { player } from '../player.ts'
import { isCurrent, type NewTrack } from '../reducer/state.ts'

/** Plays a moment of the track as a visit: the listener's own place stays. @param list fetches the rest of the queue */
export function playMoment(track: NewTrack, moment: Moment, list?: () => Promise<readonly NewTrack[]>): void {
  const isNow = isCurrent(player.store.getState(), track)
  if (isNow) player.send({ type: 'visit', moment })
  playFrom(track, moment.startSeconds, list)
  if (!isNow) player.send({ type: 'visit', moment })
}

/** The place that the player is at becomes the listener's own. */
export function goOnFromHere(): void {
  player.send({ type: 'visit', moment: null })
  player.send({ type: 'play' })
}

/** The visit ends where the listener was before it. */
export function goBackTo(position: number): void {
  player.send({ type: 'move', position })
  player.send({ type: 'visit', moment: null })
}
