import { type CoverLooks, maxPlaybackRate, minPlaybackRate } from '@earmark/contract/fields.ts'

/** Which recording it is, for all that is kept about it: its position, its speed. */
export type RecordingRef =
  | { kind: 'audio-book'; id: number }
  | { kind: 'episode'; id: number; podcastId: number }

/** A recording as the listener's queue needs it. `audioSrc` is unique per recording. */
export type NewTrack = {
  recording: RecordingRef
  title: string
  subtitle: string
  audioSrc: string
  coverImageSrc: string | null
  /** Absent in queues of before covers had it. */
  coverLooks?: CoverLooks
  /** The path of the recording's page in this app. */
  referenceLink: string
  durationSeconds: number | null
}

/** The same recording may be queued twice: the id tells the two apart. Ids are never used again. */
export type Track = NewTrack & { id: number }

/** The sleep timer: counting, armed for the end of the track, or having done its work and not been left since. */
export type Sleep =
  | { kind: 'time'; leftSeconds: number; heardTo: number | null }
  | { kind: 'track-end' }
  | { kind: 'over'; at: 'time' | 'track-end' }

export type PlayerState = {
  queue: readonly Track[]
  /** The listener has put it together: added to it, removed from it or put it in order. */
  byHand: boolean
  currentId: number | null
  nextId: number
  /** Counts what was given to the audio element, so that answers to an older load can be told apart. */
  load: number
  /** `recalling`: where it was left is being looked up, and the audio element does not have it yet. */
  media: 'nothing' | 'recalling' | 'loading' | 'ready'
  /** Where the loaded media has to begin, until it is ready. */
  startAt: number
  /** Seconds; null while unknown, and for ever when the media has no end. */
  duration: number | null
  /** The audio element's word, never ours. */
  playing: boolean
  /** Asked to play, and the audio element has not answered yet. */
  starting: boolean
  /** Playing without sound: the media runs dry or jumps. */
  waiting: boolean
  /** The listener holds the slider. */
  seeking: { wasPlaying: boolean } | null
  failed: boolean
  /** The sound broke off in the middle, there, and is tried again. */
  interruption: { at: number; tries: number } | null
  /**
   * Counts the listener's own jumps; a mere tick is none. One that comes with a new load was to the very end of the media
   * before it.
   */
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

/** Whether the listener takes it for playing: it sounds, is about to, or will again when the slider is let go. */
export function isActive(state: PlayerState): boolean {
  return state.playing || state.starting || (state.seeking?.wasPlaying ?? false)
}

export function isCurrent(state: PlayerState, audioSrc: string): boolean {
  return currentTrack(state)?.audioSrc === audioSrc
}

/** The measured length, or the catalogue's while the media is not there yet. */
export function shownDuration(state: PlayerState): number | null {
  return state.duration ?? currentTrack(state)?.durationSeconds ?? null
}

/** How long the sound fades, in seconds of the recording; as much is taken back, to be heard again awake. */
export const fadeSeconds = 10

/** From 1 when nothing fades down to 0. */
export function fadeOf({ sleep }: PlayerState): number {
  return sleep?.kind === 'time' ? Math.min(sleep.leftSeconds / fadeSeconds, 1) : 1
}

export function isFading(state: PlayerState): boolean {
  return fadeOf(state) < 1
}

/** A sleep that has come ends with the next start; a timer that counts goes on. */
export function sleepAfterStart(sleep: Sleep | null): Sleep | null {
  return sleep?.kind === 'over' ? null : sleep
}

/** Counting begins anew where a jump leads. */
export function sleepAfterJump(sleep: Sleep | null): Sleep | null {
  return sleep?.kind === 'time' ? { ...sleep, heardTo: null } : sleepAfterStart(sleep)
}
