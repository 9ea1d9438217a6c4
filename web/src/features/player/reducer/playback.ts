import { begin, type Transition, unchanged } from './loading.ts'
import { neighbour } from './queue.ts'
import { currentTrack, isActive, type PlayerState, sleepAfterStart } from './state.ts'

/** After an end that was slept from, the next track: the same again would be no going on. */
export function play(state: PlayerState): Transition {
  const sleptAtEnd = state.sleep?.kind === 'over' && state.sleep.at === 'track-end'
  const following = sleptAtEnd ? neighbour(state.queue, state.currentId, 1) : null
  return following === null ? resume(state) : begin(state, following, { play: true })
}

export function resume(state: PlayerState): Transition {
  const current = currentTrack(state)
  if (current === null) return unchanged(state)
  const next = { ...state, sleep: isActive(state) ? state.sleep : sleepAfterStart(state.sleep) }
  if (state.seeking !== null) return unchanged({ ...next, seeking: { wasPlaying: true } })
  // Broken media stays broken: the element has to be given it afresh.
  if (state.media === 'nothing')
    return begin(state, current, { play: true, otherwise: state.startAt, failed: true })
  if (state.playing || state.starting) return unchanged(state)
  // What is being recalled is given to the element as the state says by then.
  if (state.media === 'recalling') return unchanged({ ...next, starting: true })
  return unchanged({ ...next, starting: true }, { type: 'play' })
}

export function pause(state: PlayerState): Transition {
  if (state.currentId === null) return unchanged(state)
  const seeking = state.seeking && { wasPlaying: false }
  return unchanged({ ...state, starting: false, seeking }, { type: 'pause' })
}

export function toggle(state: PlayerState): Transition {
  return isActive(state) ? pause(state) : play(state)
}

/** The element plays; without having been asked to, that is a start of its own. */
export function playing(state: PlayerState, waiting: boolean): Transition {
  const sleep = isActive(state) ? state.sleep : sleepAfterStart(state.sleep)
  return unchanged({ ...state, playing: true, starting: false, waiting, sleep })
}

/** An end under the listener's finger, or one reached by seeking while paused, is no reason to go on. */
export function ended(state: PlayerState): Transition {
  const still = { ...state, playing: false, waiting: false }
  if (state.seeking !== null || !state.playing) return unchanged(still)
  if (state.sleep?.kind === 'track-end')
    return unchanged({ ...still, sleep: { kind: 'over', at: 'track-end' } })
  const following = neighbour(state.queue, state.currentId, 1)
  return following === null ? unchanged(still) : begin(state, following, { play: true })
}
