import type { Effect } from './events.ts'
import { currentTrack, emptyState, fadeOf, type PlayerState, sleepAfterJump, type Track } from './state.ts'

export type Transition = { state: PlayerState; effects: readonly Effect[] }

export function unchanged(state: PlayerState, ...effects: readonly Effect[]): Transition {
  return { state, effects }
}

interface BeginOptions {
  play: boolean
  /** Seconds; without them the stored position. */
  startAt?: number | undefined
  /** Seconds, where no position is stored. */
  otherwise?: number
  failed?: boolean
}

/** Makes the track the current one. A new load stops the old media without a report. */
export function begin(
  state: PlayerState,
  track: Track,
  { play, startAt, otherwise = 0, failed = false }: BeginOptions,
): Transition {
  const next: PlayerState = {
    ...state,
    currentId: track.id,
    load: state.load + 1,
    media: 'recalling',
    startAt: otherwise,
    duration: null,
    playing: false,
    starting: play,
    waiting: false,
    seeking: null,
    failed,
    interruption: track.id === state.currentId ? state.interruption : null,
    sleep: sleepAfterJump(state.sleep),
  }
  return startAt === undefined
    ? unchanged(next, { type: 'recall', load: next.load, track })
    : load(next, track, startAt)
}

export function recalled(state: PlayerState, answeredLoad: number, position: number | null): Transition {
  const track = currentTrack(state)
  if (track === null || state.media !== 'recalling' || answeredLoad !== state.load) return unchanged(state)
  return load(state, track, position ?? state.startAt)
}

function load(state: PlayerState, { audioSrc: src }: Track, position: number): Transition {
  const { load: number, starting: play } = state
  const startAt = clamp(position, 0, Number.MAX_VALUE, 0)
  return unchanged(
    { ...state, media: 'loading', startAt },
    { type: 'load', load: number, src, startAt, play },
  )
}

export function stop(state: PlayerState): Transition {
  const { speed, volume, muted, nextId, load: last, jumps } = state
  return unchanged({ ...emptyState, speed, volume, muted, nextId, load: last + 1, jumps }, { type: 'unload' })
}

/** The sleep timer's fade leaves the listener's own volume unchanged. */
export function tune(state: PlayerState): Transition {
  const { speed, volume, muted } = state
  return unchanged(state, { type: 'tune', speed, volume: volume * fadeOf(state), muted })
}

export function clamp(value: number, least: number, most: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise
}
