import type { Command, PlayerEvent } from './events.ts'
import type { Recall } from './recall.ts'
import { emptyState, type PlayerState, type Track } from './state.ts'

/** What requests and reports come to alike. */
export type Transition = { state: PlayerState; commands: readonly Command[] }

export type Rules = (state: PlayerState, event: PlayerEvent, recall?: Recall) => Transition

export function unchanged(state: PlayerState): Transition {
  return { state, commands: [] }
}

type LoadOptions = { play: boolean; startAt?: number; failed?: boolean }

/** Begins where the recording was left, or else at `startAt`. */
export function loaded(
  state: PlayerState,
  track: Track,
  recall: Recall,
  { play, startAt: otherwise = 0, failed = false }: LoadOptions,
): Transition {
  const load = state.load + 1
  const startAt = within(recall(track, 'load')?.position ?? otherwise, 0, Number.MAX_VALUE, 0)
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
  const { speed, volume, muted, queue, nextId, load, jumps } = state
  return {
    state: { ...emptyState, speed, volume, muted, queue, nextId, load: load + 1, jumps },
    commands: [{ type: 'unload' }],
  }
}

export function within(value: number, least: number, most: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise
}
