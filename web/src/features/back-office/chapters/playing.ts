import { useStore } from 'zustand'
import { type NewTrack, player } from '../../player/index.ts'

function isThis(track: NewTrack): boolean {
  const current = player.track()?.recording
  return current?.kind === track.recording.kind && current.id === track.recording.id
}

/** The millisecond of the recording that plays; null while another one does, or none. */
export function playingMs(track: NewTrack): number | null {
  const { media } = player.store.getState()
  return isThis(track) && (media === 'ready' || media === 'loading') ? player.position() * 1000 : null
}

/** To so many milliseconds: it changes as often as that. */
export function usePlayingMs(track: NewTrack, step: number): number | null {
  useStore(player.store, (state) => `${state.currentId} ${state.media}`)
  return useStore(player.positions, () => {
    const now = playingMs(track)
    return now === null ? null : Math.floor(now / step) * step
  })
}
