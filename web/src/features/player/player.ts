import type { ComponentType } from 'react'
import { create, useStore } from 'zustand'
import { showToast } from '../../ui/toast/toasts.ts'
import { createAudioOutput, type Ticks } from './audio/audio-element.ts'
import { createPlayer } from './audio/player.ts'
import { messages, type QueuedKind } from './messages.ts'
import { recall } from './positions/recall.ts'
import {
  currentTrack,
  type NewTrack,
  type PlayerState,
  type RecordingRef,
  type Track,
} from './reducer/state.ts'

/** The app's one player. */
export const player = {
  ...createPlayer({
    output: createAudioOutput,
    recall,
    tellFailure: () => showToast({ message: messages.audioError, type: 'error' }),
  }),
  /** Fills the queue, which has begun with some tracks of a list, once the whole list is fetched. */
  async complete(whole: Promise<readonly NewTrack[]>): Promise<void> {
    try {
      player.send({ type: 'complete', tracks: await whole })
    } catch {
      showToast({ message: messages.listFailed, type: 'error' })
    }
  },
  /** Several tracks are added as one: a podcast's episodes. */
  addToQueue(added: NewTrack | readonly NewTrack[], kind: QueuedKind, next = false): void {
    player.send({ type: 'add', tracks: 'audioSrc' in added ? [added] : added, next })
    showToast({ message: messages[next ? 'playNext' : 'addToQueue'].done(kind), type: 'success' })
  },
}

export function usePlayer<Part>(select: (state: PlayerState) => Part): Part {
  return useStore(player.store, select)
}

export function useCurrentTrack(): Track | null {
  return usePlayer(currentTrack)
}

/** Changes four times a second while playing: for seek bars and clocks only. */
export function usePosition<Part>(select: (ticks: Ticks) => Part): Part {
  return useStore(player.positions, select)
}

/** The button of My Library in the full player, set by the library. */
export const useLibrarySlot = create<{ Button: ComponentType<{ subject: RecordingRef }> | null }>(() => ({
  Button: null,
}))
