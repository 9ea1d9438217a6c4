import type { NewTrack } from './state.ts'

/** What the listener asks for. */
export type Request =
  | { type: 'play-track'; track: NewTrack; list: readonly NewTrack[] }
  | { type: 'add'; tracks: readonly NewTrack[]; next?: boolean }
  | { type: 'restore'; tracks: readonly NewTrack[]; currentPlace: number; byHand?: boolean }
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

/** What the listener asks of the rules that come with the bar. */
export type BarRequest =
  | { type: 'arrange'; id: number; place: number }
  /** At the position, or where the recording was left. */
  | {
      type: 'replace'
      tracks: readonly NewTrack[]
      currentPlace: number
      byHand?: boolean
      position?: number
      play: boolean
    }
  /** Seconds of the recording; and where the sound is. */
  | { type: 'set-sleep'; until: number | 'track-end' | null; position: number }
  | { type: 'extend-sleep'; position: number }
  /** Where the sound is; only the sleep timer listens. */
  | { type: 'tick'; position: number }
  /** The moment to try again has come for that load. */
  | { type: 'retry'; load: number }

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

export type PlayerEvent = Request | BarRequest | Report

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
