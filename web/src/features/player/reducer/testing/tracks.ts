import type { Effect, PlayerEvent } from '../events.ts'
import { reduce } from '../reducer.ts'
import { emptyState, type NewTrack, type PlayerState } from '../state.ts'

export function newTrack(audioSrc: string): NewTrack {
  return {
    recording: { kind: 'audio-book', id: audioSrc.codePointAt(0) ?? 0 },
    title: `Title of ${audioSrc}`,
    subtitle: 'A reader',
    audioSrc,
    coverImageSrc: null,
    referenceLink: `/audio-books/${audioSrc}`,
    durationSeconds: 60,
  }
}

export function sources(tracks: readonly NewTrack[]): string[] {
  return tracks.map(({ audioSrc }) => audioSrc)
}

/** @param left stored positions by audio source */
export function reduceAll(
  events: readonly PlayerEvent[],
  from: PlayerState = emptyState,
  left: Readonly<Record<string, number>> = {},
): { state: PlayerState; effects: readonly Effect[] } {
  let state = from
  const effects: Effect[] = []
  for (const event of events) {
    const next = reduce(state, event)
    state = next.state
    for (const effect of next.effects) {
      if (effect.type !== 'recall') effects.push(effect)
      else {
        const position = left[effect.track.audioSrc] ?? null
        const answered = reduce(state, { type: 'recalled', load: effect.load, position })
        state = answered.state
        effects.push(...answered.effects)
      }
    }
  }
  return { state, effects }
}
