import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Ticks } from './audio-element.ts'
import { emptyState, type PlayerState } from './state.ts'

export type PlayerStore = StoreApi<PlayerState>

/** Apart from the player's state: it changes four times a second, and only the seek bar cares. */
export type PositionStore = StoreApi<Ticks>

export function createPlayerStore(): PlayerStore {
  return createStore<PlayerState>(() => emptyState)
}

export function createPositionStore(): PositionStore {
  return createStore<Ticks>(() => ({ position: 0, buffered: [] }))
}
