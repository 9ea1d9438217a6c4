import type { NewTrack } from './state.ts'

/** What is remembered of a recording. */
export type Recalled = {
  /** Seconds: where it goes on. */
  position: number
}

/** A recording is given to the audio element, or goes on in it after a pause. */
export type Occasion = 'load' | 'resume'

/**
 * Asked whenever a recording begins or goes on; null where nothing is remembered of it. It answers at once, by what
 * is known in this browser: a click sounds in that click. Everything else the rules learn from events.
 */
export type Recall = (track: NewTrack, occasion: Occasion) => Recalled | null

export const nothingRecalled: Recall = () => null
