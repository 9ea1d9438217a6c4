import type { Command, PlayerEvent, Report, Request } from './events.ts'
import { appended, neighbour, queueFor, without } from './queue.ts'
import { emptyState, isActive, type PlayerState, speedLimits, type Track } from './state.ts'

/**
 * The player's rules: an event in, the next state and the commands for the world outside out. Requests never
 * touch `playing`: they command, the audio element acts and reports, and only its report changes it. The one
 * exception is a new load, which stops the old media at once and by itself, without a `pause` event.
 */
export type Transition = { state: PlayerState; commands: readonly Command[] }

export function transition(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case 'media-known':
    case 'media-playable':
    case 'play-begun':
    case 'sounding':
    case 'dry':
    case 'paused':
    case 'ended':
    case 'broken':
    case 'play-refused':
      return state.currentId === null ? unchanged(state) : afterReport(state, event)
    default:
      return afterRequest(state, event)
  }
}

function unchanged(state: PlayerState): Transition {
  return { state, commands: [] }
}

function afterRequest(state: PlayerState, event: Request): Transition {
  switch (event.type) {
    case 'play-track': {
      const { queue, nextId, current } = queueFor(event.track, event.list, state.nextId)
      return loaded({ ...state, queue, nextId }, current, { play: true })
    }
    case 'add':
      return afterAdding(state, event.tracks)
    case 'restore':
      return afterRestoring(state, event)
    case 'play-queued': {
      const track = state.queue.find(({ id }) => id === event.id)
      if (track === undefined) return unchanged(state)
      if (track.id === state.currentId) return playing(state)
      return loaded(state, track, { play: true })
    }
    case 'remove':
      return afterRemoving(state, event.id)
    case 'clear':
      return stopped({ ...state, queue: [] })
    case 'play':
      return playing(state)
    case 'pause':
      return pausing(state)
    case 'toggle':
      return isActive(state) ? pausing(state) : playing(state)
    case 'previous':
      return stepped(state, -1)
    case 'next':
      return stepped(state, 1)
    case 'seek':
      return sought(state, event.position)
    case 'seek-start':
      return afterSeekStart(state)
    case 'seek-end':
      return afterSeekEnd(state, event.position)
    case 'set-speed':
      return tuned({ ...state, speed: within(event.speed, speedLimits.least, speedLimits.most, state.speed) })
    case 'set-volume': {
      const volume = within(event.volume, 0, 1, state.volume)
      return tuned({ ...state, volume, muted: volume === 0 ? state.muted : false })
    }
    case 'set-muted':
      return tuned({ ...state, muted: event.muted })
  }
}

function afterReport(state: PlayerState, event: Report): Transition {
  switch (event.type) {
    case 'media-known':
      return unchanged({ ...state, media: 'ready', startAt: 0, duration: known(event.duration) })
    case 'media-playable':
      return unchanged({ ...state, failed: false })
    case 'play-begun':
      return unchanged({ ...state, playing: true, starting: false, waiting: true })
    case 'sounding':
      return unchanged({ ...state, playing: true, starting: false, waiting: false })
    case 'dry':
      return unchanged({ ...state, waiting: state.playing })
    case 'paused':
      return unchanged({ ...state, playing: false, waiting: false })
    case 'ended':
      return afterEnd(state)
    case 'broken':
      return afterFailure(state, event.position)
    case 'play-refused':
      return event.load === state.load
        ? unchanged({ ...state, starting: false, waiting: false })
        : unchanged(state)
  }
}

function loaded(
  state: PlayerState,
  track: Track,
  { play, startAt = 0, failed = false }: { play: boolean; startAt?: number; failed?: boolean },
): Transition {
  const load = state.load + 1
  return {
    state: {
      ...state,
      currentId: track.id,
      load,
      media: 'loading',
      startAt,
      duration: null,
      playing: false,
      starting: play,
      waiting: false,
      seeking: null,
      failed,
    },
    commands: [{ type: 'load', load, src: track.audioSrc, startAt, play }],
  }
}

function stopped(state: PlayerState): Transition {
  const { speed, volume, muted, queue, nextId, load } = state
  return {
    state: { ...emptyState, speed, volume, muted, queue, nextId, load: load + 1 },
    commands: [{ type: 'unload' }],
  }
}

function afterAdding(
  state: PlayerState,
  tracks: readonly Parameters<typeof appended>[1][number][],
): Transition {
  const next = { ...state, ...appended(state.queue, tracks, state.nextId) }
  const first = next.queue[0]
  return state.currentId === null && first !== undefined
    ? loaded(next, first, { play: false })
    : unchanged(next)
}

/** Only into an empty player: what the listener has begun since is worth more than what was saved. */
function afterRestoring(state: PlayerState, saved: Extract<Request, { type: 'restore' }>): Transition {
  if (state.queue.length > 0) return unchanged(state)
  const next = { ...state, ...appended([], saved.tracks, state.nextId) }
  const current = next.queue[saved.currentPlace]
  if (current === undefined) return unchanged(state)
  return loaded(next, current, { play: false, startAt: within(saved.position, 0, Number.MAX_VALUE, 0) })
}

/** Goes on sounding, if it was, with the first remaining track. */
function afterRemoving(state: PlayerState, id: number): Transition {
  const next = { ...state, queue: without(state.queue, id) }
  if (id !== state.currentId) return unchanged(next)
  const first = next.queue[0]
  return first === undefined ? stopped(next) : loaded(next, first, { play: isActive(state) })
}

function stepped(state: PlayerState, steps: 1 | -1): Transition {
  const track = neighbour(state.queue, state.currentId, steps)
  return track === null ? unchanged(state) : loaded(state, track, { play: isActive(state) })
}

function playing(state: PlayerState): Transition {
  const current = state.queue.find(({ id }) => id === state.currentId)
  if (current === undefined) return unchanged(state)
  if (state.seeking !== null) return unchanged({ ...state, seeking: { wasPlaying: true } })
  // Broken media stays broken: the element has to be given it afresh.
  if (state.media === 'nothing')
    return loaded(state, current, { play: true, startAt: state.startAt, failed: true })
  if (state.playing || state.starting) return unchanged(state)
  return { state: { ...state, starting: true }, commands: [{ type: 'play' }] }
}

function pausing(state: PlayerState): Transition {
  if (state.currentId === null) return unchanged(state)
  const seeking = state.seeking === null ? null : { wasPlaying: false }
  return { state: { ...state, starting: false, seeking }, commands: [{ type: 'pause' }] }
}

function sought(state: PlayerState, position: number): Transition {
  if (state.media !== 'ready' || state.duration === null) return unchanged(state)
  return { state, commands: [{ type: 'seek', position: within(position, 0, state.duration, 0) }] }
}

function afterSeekStart(state: PlayerState): Transition {
  if (state.media !== 'ready' || state.duration === null || state.seeking !== null) return unchanged(state)
  return {
    state: { ...state, starting: false, seeking: { wasPlaying: isActive(state) } },
    commands: [{ type: 'pause' }],
  }
}

function afterSeekEnd(state: PlayerState, position: number): Transition {
  if (state.seeking === null) return unchanged(state)
  const { wasPlaying } = state.seeking
  const next = { ...state, seeking: null }
  // Playing on from the very end would start over from the beginning; the listener meant the end.
  const atEnd = state.duration !== null && position >= state.duration
  if (wasPlaying && atEnd) {
    const following = neighbour(state.queue, state.currentId, 1)
    return following === null ? sought(next, position) : loaded(next, following, { play: true })
  }
  const { commands } = sought(next, position)
  return wasPlaying
    ? { state: { ...next, starting: true }, commands: [...commands, { type: 'play' }] }
    : { state: next, commands }
}

/** An end under the listener's finger, or one reached by seeking while paused, is no reason to go on. */
function afterEnd(state: PlayerState): Transition {
  if (state.seeking !== null || !state.playing) return unchanged({ ...state, playing: false, waiting: false })
  const following = neighbour(state.queue, state.currentId, 1)
  if (following !== null) return loaded(state, following, { play: true })
  return unchanged({ ...state, playing: false, waiting: false })
}

function afterFailure(state: PlayerState, position: number): Transition {
  return {
    state: {
      ...state,
      media: 'nothing',
      startAt: position > 0 ? position : state.startAt,
      playing: false,
      starting: false,
      waiting: false,
      seeking: null,
      failed: true,
    },
    commands: [{ type: 'tell-failure' }],
  }
}

function tuned(state: PlayerState): Transition {
  const { speed, volume, muted } = state
  return { state, commands: [{ type: 'tune', speed, volume, muted }] }
}

function known(duration: number): number | null {
  return Number.isFinite(duration) && duration > 0 ? duration : null
}

function within(value: number, least: number, most: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise
}
