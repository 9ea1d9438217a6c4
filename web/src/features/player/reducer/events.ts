import type { Chapter } from '@earmark/contract/chapters.ts'
import type { Moment } from '../../../lib/moment.ts'
import type { AudioFile, NewTrack, RecordingRef, Track, Visit } from './state.ts'

/** Seconds, or the ends of so many chapters. */
export type SleepUntil = number | { chapters: number } | 'track-end' | null

/** What the listener asks for. Positions and times are seconds of the recording. */
export type Request =
  | { type: 'play-track'; track: NewTrack; list: readonly NewTrack[] }
  /** The whole of the list that the queue began as. */
  | { type: 'complete'; tracks: readonly NewTrack[] }
  | { type: 'add'; tracks: readonly NewTrack[]; next?: boolean }
  /** Without a position, the current track begins at its stored one. */
  | {
      type: 'replace'
      tracks: readonly NewTrack[]
      currentPlace: number
      byHand?: boolean
      position?: number
      visit?: Visit | null
      play: boolean
    }
  /** The present addresses of recordings. */
  | { type: 'renew'; tracks: readonly NewTrack[] }
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
  /** A position from elsewhere: no jump of the listener, and the media need not be ready. */
  | { type: 'move'; position: number }
  /** The current track's moment is listened to, or, with null, no longer. */
  | { type: 'visit'; moment: Moment | null }
  | { type: 'seek-start' }
  | { type: 'seek-end'; position: number }
  | { type: 'set-speed'; speed: number }
  | { type: 'set-volume'; volume: number }
  | { type: 'set-muted'; muted: boolean }
  /** `position`: the present one. */
  | { type: 'set-sleep'; until: SleepUntil; position: number }
  | { type: 'extend-sleep'; position: number }

/** What the audio element reports of the last load. Positions are seconds of the recording, `duration` is the file’s. */
export type Report =
  | { type: 'media-known'; duration: number }
  | { type: 'media-playable' }
  | { type: 'play-begun' }
  | { type: 'sounding' }
  | { type: 'buffering' }
  | { type: 'paused' }
  | { type: 'ended' }
  | { type: 'broken'; position: number }
  | { type: 'play-refused'; load: number }

/** The results of effects. */
export type Result =
  /** The stored position of that load's recording; null: none. */
  | { type: 'recalled'; load: number; position: number | null }
  /** While the sleep timer counts, and in a visit. */
  | { type: 'tick'; position: number }
  | { type: 'retry'; load: number }
  | { type: 'chapters-known'; recording: RecordingRef; chapters: readonly Chapter[] }
  /** That load's files; none where they cannot be had. */
  | { type: 'found'; load: number; files: readonly AudioFile[] }
  /** A change of file has not sounded in the background. */
  | { type: 'stuck'; position: number }

export type PlayerEvent = Request | Report | Result

/** Commands to the audio element. Positions are seconds of the recording. */
export type AudioCommand =
  /** `fileStart`: the second of the recording that the file begins at. */
  | { type: 'load'; load: number; src: string; fileStart: number; startAt: number; play: boolean }
  | { type: 'unload'; position: number }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'seek'; position: number }
  | { type: 'tune'; speed: number; volume: number; muted: boolean }

export type Effect =
  | AudioCommand
  /** Answered by `recalled`. */
  | { type: 'recall'; load: number; track: Track }
  /** Answered by `retry`. */
  | { type: 'wait'; load: number; seconds: number }
  | { type: 'tell-failure' }
