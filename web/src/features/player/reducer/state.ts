import { withoutSignature } from '@earmark/contract/media-addresses.ts'
import type { Chapter } from '@earmark/contract/chapters.ts'
import type { Moment } from '../../../lib/moment.ts'
import { type CoverLooks, maxPlaybackRate, minPlaybackRate } from '@earmark/contract/fields.ts'

export type RecordingRef =
  | { kind: 'audio-book'; id: number }
  | { kind: 'episode'; id: number; podcastId: number }

/** One file of a recording of several; seconds are the recording's. */
export type AudioFile = { audioUrl: string; startSeconds: number; durationSeconds: number }

/** A recording to be queued. The path of `audioSrc` is unique per recording; its query is a signature that ends. */
export type NewTrack = {
  recording: RecordingRef
  title: string
  subtitle: string
  /** Null for files of different kinds, which have no address together. */
  audioSrc: string | null
  /** Absent for one. */
  filesCount?: number
  /** Absent in lists, which do not have them. */
  files?: readonly AudioFile[] | undefined
  coverImageSrc: string | null
  /** Absent in queues that older versions have stored. */
  coverLooks?: CoverLooks
  /** The path of the recording's page in this app. */
  referenceLink: string
  durationSeconds: number | null
  /** Absent where only a fetch tells. */
  chaptersCount?: number | undefined
}

/** An entry of the queue, which may hold a recording twice. Ids are never used again. */
export type Track = NewTrack & { id: number }

/** The sleep timer: counting seconds or ends of chapters, set to the end of the track, or over and nothing started since. */
export type Sleep =
  | { kind: 'time'; leftSeconds: number; heardTo: number | null }
  | { kind: 'chapters'; left: number; heardTo: number | null }
  | { kind: 'track-end' }
  | { kind: 'over'; at: 'time' | 'chapter' | 'track-end' }

/** `heardTo`: the last tick's second, null after a jump; `awaySeconds`: heard outside of the clip, or at all without an end. */
export type Visit = Moment & { heardTo: number | null; awaySeconds: number; stopped: boolean }

export type PlayerState = {
  queue: readonly Track[]
  /** Whether the listener has added, removed or moved entries. */
  byHand: boolean
  currentId: number | null
  nextId: number
  /** The number of the last load: answers to older ones are dropped. */
  load: number
  /** `recalling`, then `finding`: its stored position and its files are being looked up, before it is loaded. */
  media: 'nothing' | 'recalling' | 'finding' | 'loading' | 'ready'
  /** Seconds: the start of the media, until it is ready. */
  startAt: number
  /** Those of the current track that play one after another; empty where its own address plays. */
  files: readonly AudioFile[]
  /** The index of the file that plays. */
  file: number
  /** A change of file that was asked to sound and has not yet. */
  changing: boolean
  /** Files have not gone on in the background: addresses of whole recordings play instead. */
  joined: boolean
  /** Seconds; null while unknown and for media without an end. */
  duration: number | null
  /** In order of time; none until they are known. */
  chapters: readonly Chapter[]
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
  /** Of the current track: meanwhile its stored position stays. */
  visit: Visit | null
}

export const emptyState: PlayerState = {
  queue: [],
  byHand: false,
  currentId: null,
  nextId: 1,
  load: 0,
  media: 'nothing',
  startAt: 0,
  files: [],
  file: 0,
  changing: false,
  joined: false,
  duration: null,
  chapters: [],
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
  visit: null,
}

export const speedLimits = { least: minPlaybackRate, most: maxPlaybackRate } as const

export function currentTrack(state: PlayerState): Track | null {
  return state.queue.find((track) => track.id === state.currentId) ?? null
}

/** Playing as the listener sees it: also while starting, and while the slider is held. */
export function isActive(state: PlayerState): boolean {
  return state.playing || state.starting || (state.seeking?.wasPlaying ?? false)
}

export function isSame(one: NewTrack, other: NewTrack): boolean {
  return addressOf(one) === addressOf(other)
}

function addressOf({ audioSrc, referenceLink }: NewTrack): string {
  return withoutSignature(audioSrc ?? referenceLink)
}

export function isCurrent(state: PlayerState, track: NewTrack): boolean {
  const current = currentTrack(state)
  return current !== null && isSame(current, track)
}

/** The address that plays; null without one. */
export function srcOf(state: PlayerState): string | null {
  return state.files[state.file]?.audioUrl ?? currentTrack(state)?.audioSrc ?? null
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

/** Nothing is counted over a jump. */
export function afterJump({ sleep, visit }: PlayerState): Pick<PlayerState, 'sleep' | 'visit'> {
  return {
    sleep: sleep && 'heardTo' in sleep ? { ...sleep, heardTo: null } : sleepAfterStart(sleep),
    visit: visit && { ...visit, heardTo: null },
  }
}
