import { neighbour } from './queue.ts'
import type { Recall } from './recall.ts'
import { currentTrack, isActive, type PlayerState } from './state.ts'
import { loaded, type Transition, unchanged, within } from './steps.ts'

export function sought(state: PlayerState, position: number): Transition {
  if (state.media !== 'ready' || state.duration === null) return unchanged(state)
  return {
    state: { ...state, jumps: state.jumps + 1 },
    commands: [{ type: 'seek', position: within(position, 0, state.duration, 0) }],
  }
}

/** As far as the element and the listener are concerned it was there all the time: no jump of theirs. */
export function moved(state: PlayerState, position: number): Transition {
  const current = currentTrack(state)
  if (current === null || state.seeking !== null) return unchanged(state)
  const place = within(position, 0, state.duration ?? Number.MAX_VALUE, 0)
  if (state.media === 'ready') return { state, commands: [{ type: 'seek', position: place }] }
  return loaded(state, current, () => ({ position: place }), { play: isActive(state) })
}

export function afterSeekStart(state: PlayerState): Transition {
  if (state.media !== 'ready' || state.duration === null || state.seeking !== null) return unchanged(state)
  return {
    state: { ...state, starting: false, seeking: { wasPlaying: isActive(state) } },
    commands: [{ type: 'pause' }],
  }
}

export function afterSeekEnd(state: PlayerState, position: number, recall: Recall): Transition {
  if (state.seeking === null) return unchanged(state)
  const { wasPlaying } = state.seeking
  const next = { ...state, seeking: null }
  // Playing on from the very end would start over from the beginning; the listener meant the end.
  const atEnd = state.duration !== null && position >= state.duration
  if (wasPlaying && atEnd) {
    const following = neighbour(state.queue, state.currentId, 1)
    if (following === null) return sought(next, position)
    return loaded({ ...next, jumps: next.jumps + 1 }, following, recall, { play: true })
  }
  const there = sought(next, position)
  return wasPlaying
    ? {
        state: { ...there.state, starting: true },
        commands: [...there.commands, { type: 'play', from: null }],
      }
    : there
}
