import { createStore } from 'zustand/vanilla'
import type { Effect, PlayerEvent, Report } from '../reducer/events.ts'
import { reduce } from '../reducer/reducer.ts'
import {
  currentTrack,
  emptyState,
  isActive,
  isCurrent,
  type NewTrack,
  type PlayerState,
} from '../reducer/state.ts'
import type { AudioOutput, Ticks } from './audio-element.ts'

export interface World {
  output: (report: (report: Report) => void, tick: (ticks: Ticks) => void) => AudioOutput
  /** The position stored in this browser, in seconds; null: none. */
  recall: (track: NewTrack) => number | null
  tellFailure: () => void
}

export type Player = ReturnType<typeof createPlayer>

/** One function that ends several subscriptions. */
export function together(...stops: (() => unknown)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}

/** The reducer, the stores and the audio output. All is done in the caller's turn: a click sounds in that click. */
export function createPlayer({ output, recall, tellFailure }: World) {
  const store = createStore<PlayerState>(() => emptyState)
  /** Changes four times a second, for the seek bar only. */
  const positions = createStore<Ticks>(() => ({ position: 0, buffered: [] }))
  const audio = output(send, (ticks) => {
    positions.setState(ticks)
    const { sleep, visit } = store.getState()
    if (visit || (sleep && 'heardTo' in sleep)) send({ type: 'tick', position: ticks.position })
  })
  const events: PlayerEvent[] = []
  let isRunning = false

  /** Events are queued: one sent during another follows its effects. */
  function send(event: PlayerEvent): void {
    events.push(event)
    if (isRunning) return
    isRunning = true
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        const { state, effects } = reduce(store.getState(), next)
        store.setState(state, true)
        for (const effect of effects) run(effect)
      }
    } finally {
      isRunning = false
    }
  }

  function run(effect: Effect): void {
    switch (effect.type) {
      case 'recall':
        return send({ type: 'recalled', load: effect.load, position: recall(effect.track) })
      case 'wait':
        setTimeout(send, effect.seconds * 1000, { type: 'retry', load: effect.load })
        return
      case 'tell-failure':
        return tellFailure()
      default:
        audio.obey(effect)
    }
  }

  return {
    store,
    positions,
    send,
    track: () => currentTrack(store.getState()),
    position: () => positions.getState().position,
    play: (track: NewTrack, list: readonly NewTrack[] = []) => send({ type: 'play-track', track, list }),
    add: (tracks: readonly NewTrack[]) => send({ type: 'add', tracks }),
    toggle: () => send({ type: 'toggle' }),
    pause: () => send({ type: 'pause' }),
    previous: () => send({ type: 'previous' }),
    next: () => send({ type: 'next' }),
    /** Plays or pauses the current recording; plays any other, with its list. */
    toggleTrack(track: NewTrack, list: readonly NewTrack[] = []): void {
      if (isCurrent(store.getState(), track)) send({ type: 'toggle' })
      else send({ type: 'play-track', track, list })
    },
    skip(seconds: number): void {
      send({ type: 'seek', position: positions.getState().position + seconds })
    },
    isActive: () => isActive(store.getState()),
  }
}
