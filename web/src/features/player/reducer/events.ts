import type { NewTrack, Track } from './state.ts'

/** What the listener asks for, and others in their name. Positions and times are seconds of the recording. */
export type Request =
  | { type: 'play-track'; track: NewTrack; list: readonly NewTrack[] }
  | { type: 'add'; tracks: readonly NewTrack[]; next?: boolean }
  /** Another queue in the place of this one; without a position its track begins where it was left. */
  | {
      type: 'replace'
      tracks: readonly NewTrack[]
      currentPlace: number
      byHand?: boolean
      position?: number
      play: boolean
    }
  | { type: 'play-queued'; id: number }
  | { type: 'remove'; id: number }
  | { type: 'arrange'; id: number; place: number }
  | { type: 'clear' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'toggle' }
  | { type: 'previous' }
  | { type: 'next' }
  | { type: 'seek'; position: number }
  /** Another place has become known: no jump of the listener, and the media need not be ready. */
  | { type: 'move'; position: number }
  | { type: 'seek-start' }
  | { type: 'seek-end'; position: number }
  | { type: 'set-speed'; speed: number }
  | { type: 'set-volume'; volume: number }
  | { type: 'set-muted'; muted: boolean }
  /** `position`: where the sound is. */
  | { type: 'set-sleep'; until: number | 'track-end' | null; position: number }
  | { type: 'extend-sleep'; position: number }

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

/** What comes of an effect. */
export type Result =
  /** Where the recording of that load was left; null: nowhere. */
  | { type: 'recalled'; load: number; position: number | null }
  /** Where the sound is, while the sleep timer counts. */
  | { type: 'tick'; position: number }
  /** The moment to try that load again has come. */
  | { type: 'retry'; load: number }

export type PlayerEvent = Request | Report | Result

/** What the audio element is told. */
export type AudioCommand =
  | { type: 'load'; load: number; src: string; startAt: number; play: boolean }
  | { type: 'unload' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'seek'; position: number }
  | { type: 'tune'; speed: number; volume: number; muted: boolean }

/** What a transition wants done outside the state. */
export type Effect =
  | AudioCommand
  /** Answered by `recalled`. */
  | { type: 'recall'; load: number; track: Track }
  /** Answered by `retry`. */
  | { type: 'wait'; load: number; seconds: number }
  | { type: 'tell-failure' }
