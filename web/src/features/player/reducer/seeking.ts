import { begin, clamp, type Transition, unchanged } from './loading.ts'
import { afterEnd } from './playback.ts'
import { currentTrack, isActive, isSeekable, type PlayerState, sleepAfterJump } from './state.ts'

export function seek(state: PlayerState, position: number): Transition {
  if (!isSeekable(state)) return unchanged(state)
  return unchanged(
    { ...state, jumps: state.jumps + 1, sleep: sleepAfterJump(state.sleep) },
    { type: 'seek', position: clamp(position, 0, state.duration ?? 0, 0) },
  )
}

/** Not counted as a jump. */
export function move(state: PlayerState, position: number): Transition {
  const current = currentTrack(state)
  if (current === null || state.seeking !== null) return unchanged(state)
  const place = clamp(position, 0, state.duration ?? Number.MAX_VALUE, 0)
  if (state.media !== 'ready') return begin(state, current, { play: isActive(state), startAt: place })
  return unchanged({ ...state, sleep: sleepAfterJump(state.sleep) }, { type: 'seek', position: place })
}

export function seekStart(state: PlayerState): Transition {
  if (!isSeekable(state) || state.seeking !== null) return unchanged(state)
  return unchanged({ ...state, starting: false, seeking: { wasPlaying: isActive(state) } }, { type: 'pause' })
}

export function seekEnd(state: PlayerState, position: number): Transition {
  if (state.seeking === null) return unchanged(state)
  const { wasPlaying } = state.seeking
  const there = seek({ ...state, seeking: null }, position)
  if (!wasPlaying) return there
  // The element would play on from its very end by starting over.
  if (state.duration !== null && position >= state.duration) {
    const end = afterEnd(there.state)
    return end.effects.length > 0 ? end : { ...end, effects: there.effects }
  }
  return { state: { ...there.state, starting: true }, effects: [...there.effects, { type: 'play' }] }
}
