import type { Chapter } from '@earmark/contract/chapters.ts'
import type { Effect, PlayerEvent } from '../events.ts'
import { reduce } from '../reducer.ts'
import { type AudioFile, emptyState, type NewTrack, type PlayerState } from '../state.ts'

export function newTrack(audioSrc: string): NewTrack & { audioSrc: string } {
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

/** Chapters of a minute's recording. */
export function chaptersFrom(starts: readonly number[]): Chapter[] {
  const ordered = starts.toSorted((one, other) => one - other)
  return ordered.map((startSeconds, index) => ({
    startSeconds,
    endSeconds: ordered[index + 1] ?? 60,
    title: `Chapter at ${startSeconds}`,
    trackNumber: 1,
  }))
}

/** Three files of a minute each. */
export const files: readonly AudioFile[] = [0, 60, 120].map((startSeconds, index) => ({
  audioUrl: `f${index + 1}`,
  startSeconds,
  durationSeconds: 60,
}))

/** Of those files; in lists they are only counted. */
export function bookOfFiles(fields: Partial<NewTrack> = {}): NewTrack {
  return { ...newTrack('w'), durationSeconds: 180, filesCount: files.length, files, ...fields }
}

export function sources(tracks: readonly NewTrack[]): string[] {
  return tracks.map(({ audioSrc }) => audioSrc ?? '')
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
        const position = left[effect.track.audioSrc ?? ''] ?? null
        const answered = reduce(state, { type: 'recalled', load: effect.load, position })
        state = answered.state
        effects.push(...answered.effects)
      }
    }
  }
  return { state, effects }
}
