import { begin, goTo, type Transition, unchanged } from './loading.ts'
import { nextTrack } from './queue.ts'
import { currentTrack, isActive, type PlayerState, sleepAfterStart } from './state.ts'

/** After a sleep at the end of a track, playing goes on with the next one. */
export function play(state: PlayerState): Transition {
  const sleptAtEnd = state.sleep?.kind === 'over' && state.sleep.at === 'track-end'
  const next = sleptAtEnd ? nextTrack(state) : null
  return next === null ? resume(state) : begin(state, next, { play: true })
}

export function resume(state: PlayerState): Transition {
  const current = currentTrack(state)
  if (current === null) return unchanged(state)
  const next = { ...state, sleep: isActive(state) ? state.sleep : sleepAfterStart(state.sleep) }
  if (state.seeking !== null) return unchanged({ ...next, seeking: { wasPlaying: true } })
  // Broken media has to be loaded again.
  if (state.media === 'nothing')
    return begin(state, current, { play: true, otherwise: state.startAt, failed: true })
  if (state.playing || state.starting) return unchanged(state)
  if (state.media === 'recalling' || state.media === 'finding') return unchanged({ ...next, starting: true })
  return unchanged({ ...next, starting: true }, { type: 'play' })
}

export function pause(state: PlayerState): Transition {
  if (state.currentId === null) return unchanged(state)
  const seeking = state.seeking && { wasPlaying: false }
  return unchanged({ ...state, starting: false, changing: false, seeking }, { type: 'pause' })
}

export function toggle(state: PlayerState): Transition {
  return isActive(state) ? pause(state) : play(state)
}

/** A report without a request is a start as well. */
export function playing(state: PlayerState, waiting: boolean): Transition {
  const sleep = isActive(state) ? state.sleep : sleepAfterStart(state.sleep)
  return unchanged({
    ...state,
    playing: true,
    starting: false,
    waiting,
    changing: state.changing && waiting,
    sleep,
  })
}

/** The end of a file leads to the next. At the last, neither an end under a held slider nor one reached while paused leads on. */
export function ended(state: PlayerState): Transition {
  const still = { ...state, playing: false, waiting: false }
  const next = state.files[state.file + 1]
  if (state.seeking === null && next !== undefined) return goTo(still, next.startSeconds, isActive(state))
  if (state.seeking !== null || !state.playing) return unchanged(still)
  return afterEnd(still)
}

/** The stop of a clip or of the sleep timer, the next track, or silence. It is the end of a chapter as well. */
export function afterEnd(state: PlayerState): Transition {
  const { sleep, visit } = state
  if (visit && visit.endSeconds !== null) return unchanged({ ...state, visit: { ...visit, stopped: true } })
  const isChapters = sleep?.kind === 'chapters'
  if (sleep?.kind === 'track-end' || (isChapters && sleep.left === 1))
    return unchanged({ ...state, sleep: { kind: 'over', at: 'track-end' } })
  const next = nextTrack(state)
  if (next === null) return unchanged(state)
  const counted = isChapters ? { ...state, sleep: { ...sleep, left: sleep.left - 1 } } : state
  return begin(counted, next, { play: true })
}
