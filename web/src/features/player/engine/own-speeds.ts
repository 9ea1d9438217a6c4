import { currentTrack, type RecordingRef } from './state.ts'
import type { Rules } from './steps.ts'

/** How fast the listener wants that recording; asked at every load, and answered at once. */
export type SpeedOf = (recording: RecordingRef) => number

/** Every recording sounds at its own speed from its first moment on. */
export function withOwnSpeeds(rules: Rules, speedOf: SpeedOf): Rules {
  return (state, event, recall) => {
    const next = rules(state, event, recall)
    const track = next.state.load === state.load ? null : currentTrack(next.state)
    const speed = track === null ? next.state.speed : speedOf(track.recording)
    if (speed === next.state.speed) return next
    const { volume, muted } = next.state
    return {
      state: { ...next.state, speed },
      commands: [{ type: 'tune', speed, volume, muted }, ...next.commands],
    }
  }
}
