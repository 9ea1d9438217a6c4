/**
 * Media that breaks off (a server's restart, a change of networks) is loaded again at its position. Media that never
 * loaded, or that breaks off again and again at one place, has failed.
 */
import { begin, type Transition, unchanged } from './loading.ts'
import { currentTrack, isActive, type PlayerState } from './state.ts'

/** The pauses before each try at one place: a quarter of a minute in all. */
export const retryAfterSeconds = [0.25, 0.5, 1, 2, 3, 4, 4] as const

const samePlaceSeconds = 5

export function broken(state: PlayerState, position: number): Transition {
  const { media, interruption: last } = state
  const at = position > 0 ? position : state.startAt
  const tries = last !== null && Math.abs(at - last.at) < samePlaceSeconds ? last.tries + 1 : 1
  const seconds = retryAfterSeconds[tries - 1]
  const still: PlayerState = {
    ...state,
    media: 'nothing',
    startAt: at,
    playing: false,
    waiting: false,
    seeking: null,
  }
  const isFirst = media === 'nothing' || (media !== 'ready' && last === null)
  if (isFirst || seconds === undefined)
    return unchanged(
      { ...still, starting: false, failed: true, interruption: null },
      { type: 'tell-failure' },
    )
  return unchanged(
    { ...still, starting: isActive(state), failed: false, interruption: { at, tries } },
    { type: 'wait', load: state.load, seconds },
  )
}

export function retry(state: PlayerState, load: number): Transition {
  const current = currentTrack(state)
  const isDue = load === state.load && state.interruption !== null && state.media === 'nothing'
  if (current === null || !isDue) return unchanged(state)
  return begin(state, current, { play: state.starting, startAt: state.startAt })
}
