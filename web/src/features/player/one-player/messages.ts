import type { NewTrack, RecordingRef } from '../engine/state.ts'

export type SharedQueue = { tracks: NewTrack[]; currentPlace: number; position: number }

/** What the tabs of one browser tell each other. */
export type TabMessage =
  /** It plays this, since then. */
  | { type: 'plays'; tab: string; title: string; recording: RecordingRef; since: number }
  | { type: 'stopped'; tab: string }
  /** Whoever plays shall say so. */
  | { type: 'who' }
  /** That tab shall give what it plays to the other. */
  | { type: 'give'; from: string; to: string }
  | { type: 'given'; to: string; queue: SharedQueue }
