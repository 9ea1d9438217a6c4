import { type CoverLooks, maxPlaybackRate, minPlaybackRate } from '@earmark/contract/fields.ts'

export type RecordingRef =
  | { kind: 'audio-book'; id: number }
  | { kind: 'episode'; id: number; podcastId: number }

/** A recording to be queued. `audioSrc` is unique per recording. */
export type NewTrack = {
  recording: RecordingRef
  title: string
  subtitle: string
  audioSrc: string
  coverImageSrc: string | null
  /** Absent in queues that older versions have stored. */
  coverLooks?: CoverLooks
  /** The path of the recording's page in this app. */
  referenceLink: string
  durationSeconds: number | null
}

/** An entry of the queue, which may hold a recording twice. Ids are never used again. */
export type Track = NewTrack & { id: number }

/** The sleep timer: counting, set to the end of the track, or over and nothing started since. */
export type Sleep =
  | { kind: 'time'; leftSeconds: number; heardTo: number | null }
  | { kind: 'track-end' }
  | { kind: 'over'; at: 'time' | 'track-end' }

export type PlayerState = {
  queue: readonly Track[]
  /** Whether the listener has added, removed or moved entries. */
  byHand: boolean
  currentId: number | null
  nextId: number
  /** The number of the last load: answers to older ones are dropped. */
  load: number
  /** `recalling`: its stored position is being looked up, before it is loaded. */
  media: 'nothing' | 'recalling' | 'loading' | 'ready'
  /** Seconds: the start of the media, until it is ready. */
  startAt: number
  /** Seconds; null while unknown and for media without an end. */
  duration: number | null
  /** Set by reports of the audio element only. */
  playing: boolean
  /** Asked to play, not yet reported. */
  starting: boolean
  /** Playing without sound: buffering or seeking. */
  waiting: boolean
  /** The slider is held. */
  seeking: { wasPlaying: boolean } | null
  failed: boolean
  /** A broken load that is being retried: its position and the tries so far. */
  interruption: { at: number; tries: number } | null
  /** Counts the listener's jumps. One together with a new load was to the end of the media before it. */
  jumps: number
  speed: number
  volume: number
  muted: boolean
  sleep: Sleep | null
}

export const emptyState: PlayerState = {
  queue: [],
  byHand: false,
  currentId: null,
  nextId: 1,
  load: 0,
  media: 'nothing',
  startAt: 0,
  duration: null,
  playing: false,
  starting: false,
  waiting: false,
  seeking: null,
  failed: false,
  interruption: null,
  jumps: 0,
  speed: 1,
  volume: 1,
  muted: false,
  sleep: null,
}

export const speedLimits = { least: minPlaybackRate, most: maxPlaybackRate } as const

export function currentTrack(state: PlayerState): Track | null {
  return state.queue.find((track) => track.id === state.currentId) ?? null
}

/** Playing as the listener sees it: also while starting, and while the slider is held. */
export function isActive(state: PlayerState): boolean {
  return state.playing || state.starting || (state.seeking?.wasPlaying ?? false)
}

export function isCurrent(state: PlayerState, audioSrc: string): boolean {
  return currentTrack(state)?.audioSrc === audioSrc
}

export function hasFailed({ failed, media }: PlayerState): boolean {
  return failed && media === 'nothing'
}

export function isSeekable({ media, duration }: PlayerState): boolean {
  return media === 'ready' && duration !== null
}

/** The measured duration, until then the catalogue's. */
export function shownDuration(state: PlayerState): number | null {
  return state.duration ?? currentTrack(state)?.durationSeconds ?? null
}

/** Seconds of the recording that fade before a sleep, and that it goes back by. */
export const fadeSeconds = 10

/** A factor of the volume, from 1 to 0. */
export function fadeOf({ sleep }: PlayerState): number {
  return sleep?.kind === 'time' ? Math.min(sleep.leftSeconds / fadeSeconds, 1) : 1
}

export function isFading(state: PlayerState): boolean {
  return fadeOf(state) < 1
}

export function sleepAfterStart(sleep: Sleep | null): Sleep | null {
  return sleep?.kind === 'over' ? null : sleep
}

/** The seconds of a jump are not counted. */
export function sleepAfterJump(sleep: Sleep | null): Sleep | null {
  return sleep?.kind === 'time' ? { ...sleep, heardTo: null } : sleepAfterStart(sleep)
}
