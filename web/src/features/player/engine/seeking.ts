import { neighbour } from './queue.ts'
import { isActive, type PlayerState } from './state.ts'
import { loaded, type Transition, unchanged, within } from './steps.ts'

export function sought(state: PlayerState, position: number): Transition {
  if (state.media !== 'ready' || state.duration === null) return unchanged(state)
  return { state, commands: [{ type: 'seek', position: within(position, 0, state.duration, 0) }] }
}

export function afterSeekStart(state: PlayerState): Transition {
  if (state.media !== 'ready' || state.duration === null || state.seeking !== null) return unchanged(state)
  return {
    state: { ...state, starting: false, seeking: { wasPlaying: isActive(state) } },
    commands: [{ type: 'pause' }],
  }
}

export function afterSeekEnd(state: PlayerState, position: number): Transition {
  if (state.seeking === null) return unchanged(state)
  const { wasPlaying } = state.seeking
  const next = { ...state, seeking: null }
  // Playing on from the very end would start over from the beginning; the listener meant the end.
  const atEnd = state.duration !== null && position >= state.duration
  if (wasPlaying && atEnd) {
    const following = neighbour(state.queue, state.currentId, 1)
    return following === null ? sought(next, position) : loaded(next, following, { play: true })
  }
  const { commands } = sought(next, position)
  return wasPlaying
    ? { state: { ...next, starting: true }, commands: [...commands, { type: 'play' }] }
    : { state: next, commands }
}
