import { useStore } from 'zustand'
import type { Ticks } from './engine/audio-element.ts'
import { currentTrack, type PlayerState, type Track } from './engine/state.ts'
import { player } from './the-player.ts'

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
