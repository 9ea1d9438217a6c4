import type { Effect } from './events.ts'
import { fileAt } from './files.ts'
import {
  afterJump,
  type AudioFile,
  currentTrack,
  emptyState,
  fadeOf,
  type PlayerState,
  srcOf,
  type Track,
} from './state.ts'

export type Transition = { state: PlayerState; effects: readonly Effect[] }

export function unchanged(state: PlayerState, ...effects: readonly Effect[]): Transition {
  return { state, effects }
}

interface BeginOptions {
  play: boolean
  /** Seconds; without them the stored position. */
  startAt?: number | undefined
  /** Seconds, where no position is stored. */
  otherwise?: number
  failed?: boolean
}

/** Makes the track the current one. A new load stops the old media without a report. */
export function begin(
  state: PlayerState,
  track: Track,
  { play, startAt, otherwise = 0, failed = false }: BeginOptions,
): Transition {
  const isAgain = track.id === state.currentId
  const next: PlayerState = {
    ...state,
    currentId: track.id,
    load: state.load + 1,
    media: 'recalling',
    startAt: otherwise,
    duration: null,
    chapters: track.id === state.currentId ? state.chapters : [],
    playing: false,
    starting: play,
    waiting: false,
    seeking: null,
    failed,
    files: isAgain ? state.files : (track.files ?? []),
    changing: isAgain && state.changing,
    interruption: isAgain ? state.interruption : null,
    ...afterJump(state),
    ...(isAgain ? {} : { visit: null }),
  }
  return startAt === undefined
    ? unchanged(next, { type: 'recall', load: next.load, track })
    : prepare(next, track, startAt)
}

export function recalled(state: PlayerState, answeredLoad: number, position: number | null): Transition {
  const track = currentTrack(state)
  if (track === null || state.media !== 'recalling' || answeredLoad !== state.load) return unchanged(state)
  return prepare(state, track, position ?? state.startAt)
}

/** Files that only the record itself tells are found first, in silence. */
function prepare(state: PlayerState, track: Track, position: number): Transition {
  const { files, joined } = state
  const next = { ...state, startAt: clamp(position, 0, Number.MAX_VALUE, 0) }
  if (joined && track.audioSrc !== null) return load(next, [])
  if (files.length > 0 || track.filesCount === undefined) return load(next, files)
  return unchanged({ ...next, media: 'finding' }, { type: 'unload', position: next.startAt })
}

/** @param files none where they cannot be had */
export function found(state: PlayerState, answeredLoad: number, files: readonly AudioFile[]): Transition {
  return state.media === 'finding' && answeredLoad === state.load ? load(state, files) : unchanged(state)
}

function load(state: PlayerState, files: readonly AudioFile[]): Transition {
  const { startAt, starting } = state
  const next: PlayerState = { ...state, media: 'loading', files, file: fileAt(files, startAt) }
  return unchanged(next, loadOf(next, startAt, starting))
}

function loadOf(state: PlayerState, startAt: number, play: boolean): Effect {
  const { load: number, files, file } = state
  const fileStart = files[file]?.startSeconds ?? 0
  return { type: 'load', load: number, src: srcOf(state) ?? '', fileStart, startAt, play }
}

/** A place in another file loads that one, while the recording stays ready. */
export function goTo(state: PlayerState, position: number, play: boolean): Transition {
  const file = fileAt(state.files, position)
  if (file === state.file) return unchanged(state, { type: 'seek', position })
  const next = { ...state, file, playing: false, starting: play, waiting: false, changing: play }
  return unchanged(next, loadOf(next, position, play))
}

export function stop(state: PlayerState): Transition {
  const { speed, volume, muted, nextId, load: last, jumps, joined } = state
  return unchanged(
    { ...emptyState, speed, volume, muted, nextId, load: last + 1, jumps, joined },
    { type: 'unload', position: 0 },
  )
}

/** The sleep timer's fade leaves the listener's own volume unchanged. */
export function tune(state: PlayerState): Transition {
  const { speed, volume, muted } = state
  return unchanged(state, { type: 'tune', speed, volume: volume * fadeOf(state), muted })
}

export function clamp(value: number, least: number, most: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise
}
