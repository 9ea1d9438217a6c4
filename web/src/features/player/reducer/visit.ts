/**
 * A visit to a moment that a link or a bookmark names: until it is over, the listener's own place is kept. A clip stops at
 * its end, once. A visit is over once the listener has heard on past the clip, or a minute outside of it.
 */
import type { Request } from './events.ts'
import { goTo, type Transition, unchanged } from './loading.ts'
import { pause } from './playback.ts'
import type { PlayerState } from './state.ts'

const awayAtMost = 60
/** What the element goes on by before it obeys a pause. */
const pastSeconds = 0.5

/** Without a moment the visit is over. */
export function visit(state: PlayerState, { moment }: Extract<Request, { type: 'visit' }>): Transition {
  const isBegun = moment !== null && state.currentId !== null
  return unchanged({
    ...state,
    visit: isBegun ? { ...moment, heardTo: null, awaySeconds: 0, stopped: false } : null,
  })
}

export function hearVisit(state: PlayerState, position: number): Transition {
  const { visit: last, playing, seeking } = state
  if (last === null) return unchanged(state)
  const { startSeconds, endSeconds, heardTo, stopped } = last
  const isHeard = playing && seeking === null
  const from = heardTo ?? position
  if (isHeard && !stopped && endSeconds !== null && from < endSeconds && position >= endSeconds) {
    const paused = pause({ ...state, visit: { ...last, heardTo: null, stopped: true } })
    const there = goTo(paused.state, endSeconds, false)
    return { state: there.state, effects: [...paused.effects, ...there.effects] }
  }
  const isInside = endSeconds !== null && position >= startSeconds && position <= endSeconds + pastSeconds
  const isPast = endSeconds !== null && position > endSeconds + pastSeconds
  const awaySeconds = last.awaySeconds + (isHeard && !isInside ? Math.max(position - from, 0) : 0)
  const isOver = isHeard && (isPast || awaySeconds >= awayAtMost)
  return unchanged({ ...state, visit: isOver ? null : { ...last, heardTo: position, awaySeconds } })
}
