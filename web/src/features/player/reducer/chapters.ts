import type { Chapter } from '@earmark/contract/chapters.ts'
import type { Result } from './events.ts'
import { type Transition, unchanged } from './loading.ts'
import { currentTrack, type PlayerState } from './state.ts'

/** Seconds that a place reached by seeking may be off; chapters are at least ten times as long. */
export const seekTolerance = 0.01

/** Those of another recording, which come late, change nothing. */
export function chaptersKnown(
  state: PlayerState,
  { recording: { kind, id }, chapters }: Extract<Result, { type: 'chapters-known' }>,
): Transition {
  const current = currentTrack(state)?.recording
  if (current?.kind !== kind || current.id !== id) return unchanged(state)
  return unchanged({ ...state, chapters: endedBy(chapters, state.duration) })
}

/** Chapters whose last end the server does not know end with the sound, once that is known. */
export function endedBy(chapters: readonly Chapter[], duration: number | null): readonly Chapter[] {
  if (duration === null || chapters.at(-1)?.endSeconds !== null) return chapters
  const within = chapters.filter(({ startSeconds }) => startSeconds < duration)
  return within.map((chapter, index) =>
    index === within.length - 1 ? { ...chapter, endSeconds: duration } : chapter,
  )
}

/** The seconds of the chapters that begin after `from` and not after `to`. */
export function crossedStarts(chapters: readonly Chapter[], from: number, to: number): number[] {
  return chapters
    .map(({ startSeconds }) => startSeconds)
    .filter((start) => start > from + seekTolerance && start <= to)
}
