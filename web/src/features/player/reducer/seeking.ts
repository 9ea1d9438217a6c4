import { begin, clamp, goTo, type Transition, unchanged } from './loading.ts'
import { afterEnd } from './playback.ts'
import { afterJump, currentTrack, isActive, isSeekable, type PlayerState } from './state.ts'

/** @param play whether another file sounds at once */
export function seek(state: PlayerState, position: number, play = isActive(state)): Transition {
  if (!isSeekable(state)) return unchanged(state)
  const jumped = { ...state, jumps: state.jumps + 1, ...afterJump(state) }
  return goTo(jumped, clamp(position, 0, state.duration ?? 0, 0), play)
}

/** Not counted as a jump. */
export function move(state: PlayerState, position: number): Transition {
  const current = currentTrack(state)
  if (current === null || state.seeking !== null) return unchanged(state)
  const place = clamp(position, 0, state.duration ?? Number.MAX_VALUE, 0)
  if (state.media !== 'ready') return begin(state, current, { play: isActive(state), startAt: place })
  return goTo({ ...state, ...afterJump(state) }, place, isActive(state))
}

export function seekStart(state: PlayerState): Transition {
  if (!isSeekable(state) || state.seeking !== null) return unchanged(state)
  const seeking = { wasPlaying: isActive(state) }
  return unchanged({ ...state, starting: false, changing: false, seeking }, { type: 'pause' })
}

export function seekEnd(state: PlayerState, position: number): Transition {
  if (state.seeking === null) return unchanged(state)
  const { wasPlaying } = state.seeking
  const there = seek({ ...state, seeking: null }, position, false)
  if (!wasPlaying) return there
  // The element would play on from its very end by starting over.
  if (state.duration !== null && position >= state.duration) {
    const end = afterEnd(there.state)
    return end.effects.length > 0 ? end : { ...end, effects: there.effects }
  }
  return { state: { ...there.state, starting: true }, effects: [...there.effects, { type: 'play' }] }
}
