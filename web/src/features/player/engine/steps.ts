import type { Command } from './events.ts'
import { emptyState, type PlayerState, type Track } from './state.ts'

/** What requests and reports come to alike. */
export type Transition = { state: PlayerState; commands: readonly Command[] }

export function unchanged(state: PlayerState): Transition {
  return { state, commands: [] }
}

export function loaded(
  state: PlayerState,
  track: Track,
  { play, startAt = 0, failed = false }: { play: boolean; startAt?: number; failed?: boolean },
): Transition {
  const load = state.load + 1
  return {
    state: {
      ...state,
      currentId: track.id,
      load,
      media: 'loading',
      startAt,
      duration: null,
      playing: false,
      starting: play,
      waiting: false,
      seeking: null,
      failed,
    },
    commands: [{ type: 'load', load, src: track.audioSrc, startAt, play }],
  }
}

export function stopped(state: PlayerState): Transition {
  const { speed, volume, muted, queue, nextId, load } = state
  return {
    state: { ...emptyState, speed, volume, muted, queue, nextId, load: load + 1 },
    commands: [{ type: 'unload' }],
  }
}

export function within(value: number, least: number, most: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise
}
