import type { NewTrack } from './state.ts'

/** What the listener asks for. */
export type Request =
  | { type: 'play-track'; track: NewTrack; list: readonly NewTrack[] }
  | { type: 'add'; tracks: readonly NewTrack[] }
  | { type: 'restore'; tracks: readonly NewTrack[]; currentPlace: number }
  | { type: 'play-queued'; id: number }
  | { type: 'remove'; id: number }
  | { type: 'clear' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'toggle' }
  | { type: 'previous' }
  | { type: 'next' }
  | { type: 'seek'; position: number }
  /** Not by the listener's hand: another place has become known. It need not be ready for that. */
  | { type: 'move'; position: number }
  | { type: 'seek-start' }
  | { type: 'seek-end'; position: number }
  | { type: 'set-speed'; speed: number }
  | { type: 'set-volume'; volume: number }
  | { type: 'set-muted'; muted: boolean }

/** What the audio element reports about the media it was last given. */
export type Report =
  | { type: 'media-known'; duration: number }
  | { type: 'media-playable' }
  | { type: 'play-begun' }
  | { type: 'sounding' }
  | { type: 'dry' }
  | { type: 'paused' }
  | { type: 'ended' }
  | { type: 'broken'; position: number }
  | { type: 'play-refused'; load: number }

export type PlayerEvent = Request | Report

/** What a transition wants done outside the state. */
export type Command =
  | { type: 'load'; load: number; src: string; startAt: number; play: boolean }
  | { type: 'unload' }
  /** From a place, unless it is about there; null: from where it is. */
  | { type: 'play'; from: number | null }
  | { type: 'pause' }
  | { type: 'seek'; position: number }
  | { type: 'tune'; speed: number; volume: number; muted: boolean }
  | { type: 'tell-failure' }
