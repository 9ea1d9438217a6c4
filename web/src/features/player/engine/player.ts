import type { AudioOutput, Ticks } from './audio-element.ts'
import type { PlayerEvent, Report } from './events.ts'
import type { Recall } from './recall.ts'
import { isActive, isCurrent, type NewTrack } from './state.ts'
import { createPlayerStore, createPositionStore, type PlayerStore, type PositionStore } from './store.ts'
import type { Rules } from './steps.ts'
import { transition } from './transition.ts'

export type World = {
  output: (report: (report: Report) => void, tick: (ticks: Ticks) => void) => AudioOutput
  tellFailure: () => void
  recall?: Recall
}

export type Player = ReturnType<typeof createPlayer>

/** The rules, the stores and the sound, wired. All of it in the caller's own turn: a click sounds in that click. */
export function createPlayer({ output, tellFailure, recall }: World) {
  const store: PlayerStore = createPlayerStore()
  const positions: PositionStore = createPositionStore()
  let rules: Rules = transition
  const audio = output(send, (ticks) => positions.setState(ticks))

  function send(event: PlayerEvent): void {
    const { state, commands } = rules(store.getState(), event, recall)
    store.setState(state, true)
    for (const command of commands) {
      if (command.type === 'tell-failure') tellFailure()
      else audio.obey(command)
    }
  }

  return {
    store,
    positions,
    send,
    /** The rules that come later, laid over the first ones. */
    learn(wider: Rules): void {
      rules = wider
    },
    position: () => positions.getState().position,
    play: (track: NewTrack, list: readonly NewTrack[] = []) => send({ type: 'play-track', track, list }),
    add: (tracks: readonly NewTrack[]) => send({ type: 'add', tracks }),
    toggle: () => send({ type: 'toggle' }),
    pause: () => send({ type: 'pause' }),
    previous: () => send({ type: 'previous' }),
    next: () => send({ type: 'next' }),
    /** Play or pause that very recording; when it is not the current one, play it and the list. */
    toggleTrack(track: NewTrack, list: readonly NewTrack[] = []): void {
      if (isCurrent(store.getState(), track.audioSrc)) send({ type: 'toggle' })
      else send({ type: 'play-track', track, list })
    },
    skip(seconds: number): void {
      send({ type: 'seek', position: positions.getState().position + seconds })
    },
    isActive: () => isActive(store.getState()),
  }
}
