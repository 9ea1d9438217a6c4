import { begin, clamp, type Transition, unchanged } from './loading.ts'
import { neighbour } from './queue.ts'
import { currentTrack, isActive, type PlayerState, sleepAfterJump } from './state.ts'

export function seek(state: PlayerState, position: number): Transition {
  if (state.media !== 'ready' || state.duration === null) return unchanged(state)
  return unchanged(
    { ...state, jumps: state.jumps + 1, sleep: sleepAfterJump(state.sleep) },
    { type: 'seek', position: clamp(position, 0, state.duration, 0) },
  )
}

/** As far as the listener is concerned the sound was there all the time. */
export function move(state: PlayerState, position: number): Transition {
  const current = currentTrack(state)
  if (current === null || state.seeking !== null) return unchanged(state)
  const place = clamp(position, 0, state.duration ?? Number.MAX_VALUE, 0)
  if (state.media !== 'ready') return begin(state, current, { play: isActive(state), startAt: place })
  return unchanged({ ...state, sleep: sleepAfterJump(state.sleep) }, { type: 'seek', position: place })
}

export function seekStart(state: PlayerState): Transition {
  if (state.media !== 'ready' || state.duration === null || state.seeking !== null) return unchanged(state)
  return unchanged({ ...state, starting: false, seeking: { wasPlaying: isActive(state) } }, { type: 'pause' })
}

export function seekEnd(state: PlayerState, position: number): Transition {
  if (state.seeking === null) return unchanged(state)
  const { wasPlaying } = state.seeking
  const next = { ...state, seeking: null }
  const there = seek(next, position)
  if (!wasPlaying) return there
  // Playing on from the very end would start over from the beginning; the listener meant the end.
  if (state.duration !== null && position >= state.duration) {
    if (state.sleep?.kind === 'track-end')
      return { ...there, state: { ...there.state, sleep: { kind: 'over', at: 'track-end' } } }
    const following = neighbour(state.queue, state.currentId, 1)
    if (following === null) return there
    return begin({ ...next, jumps: next.jumps + 1 }, following, { play: true })
  }
  return { state: { ...there.state, starting: true }, effects: [...there.effects, { type: 'play' }] }
}
