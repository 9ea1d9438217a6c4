import type { BarRequest, Request } from './events.ts'
import { inserted, neighbour, queueFor, without } from './queue.ts'
import type { Recall } from './recall.ts'
import { currentTrack, isActive, type PlayerState, speedLimits } from './state.ts'
import { loaded, stopped, type Transition, unchanged, within } from './steps.ts'
import { afterSeekEnd, afterSeekStart, moved, sought } from './seeking.ts'

export function afterRequest(state: PlayerState, event: Request | BarRequest, recall: Recall): Transition {
  switch (event.type) {
    case 'play-track': {
      const { queue, nextId, current } = queueFor(event.track, event.list, state.nextId)
      return loaded({ ...state, queue, nextId, byHand: false }, current, recall, { play: true })
    }
    case 'add':
      return afterAdding(state, event, recall)
    case 'restore':
      return afterRestoring(state, event, recall)
    case 'play-queued': {
      const track = state.queue.find(({ id }) => id === event.id)
      if (track === undefined) return unchanged(state)
      if (track.id === state.currentId) return playing(state, recall)
      return loaded(state, track, recall, { play: true })
    }
    case 'remove':
      return afterRemoving(state, event.id, recall)
    case 'clear':
      return stopped({ ...state, queue: [] })
    case 'play':
      return playing(state, recall)
    case 'pause':
      return pausing(state)
    case 'toggle':
      return isActive(state) ? pausing(state) : playing(state, recall)
    case 'previous':
      return stepped(state, -1, recall)
    case 'next':
      return stepped(state, 1, recall)
    case 'seek':
      return sought(state, event.position)
    case 'move':
      return moved(state, event.position)
    case 'seek-start':
      return afterSeekStart(state)
    case 'seek-end':
      return afterSeekEnd(state, event.position, recall)
    case 'set-speed':
      return tuned({ ...state, speed: within(event.speed, speedLimits.least, speedLimits.most, state.speed) })
    case 'set-volume': {
      const volume = within(event.volume, 0, 1, state.volume)
      return tuned({ ...state, volume, muted: volume === 0 ? state.muted : false })
    }
    case 'set-muted':
      return tuned({ ...state, muted: event.muted })
    // The bar's own requests, which nobody makes before its rules are there.
    default:
      return unchanged(state)
  }
}

function afterAdding(
  state: PlayerState,
  wish: Extract<Request, { type: 'add' }>,
  recall: Recall,
): Transition {
  const { queue, currentId } = state
  const place = wish.next ? queue.findIndex(({ id }) => id === currentId) + 1 : queue.length
  const next = { ...state, ...inserted(queue, place, wish.tracks, state.nextId), byHand: true }
  const first = next.queue[0]
  return state.currentId === null && first !== undefined
    ? loaded(next, first, recall, { play: false })
    : unchanged(next)
}

/** Before what was merely added since. What sounds since is worth more than what was saved. */
function afterRestoring(
  state: PlayerState,
  saved: Extract<Request, { type: 'restore' }>,
  recall: Recall,
): Transition {
  if (isActive(state)) return unchanged(state)
  const byHand = state.byHand || (saved.byHand ?? false)
  const next = { ...state, ...inserted(state.queue, 0, saved.tracks, state.nextId), byHand }
  const current = next.queue[saved.currentPlace]
  if (current === undefined) return unchanged(state)
  return loaded(next, current, recall, { play: false })
}

/** Goes on sounding, if it was, with the first remaining track. */
function afterRemoving(state: PlayerState, id: number, recall: Recall): Transition {
  const next = { ...state, queue: without(state.queue, id), byHand: true }
  if (id !== state.currentId) return unchanged(next)
  const first = next.queue[0]
  return first === undefined ? stopped(next) : loaded(next, first, recall, { play: isActive(state) })
}

function stepped(state: PlayerState, steps: 1 | -1, recall: Recall): Transition {
  const track = neighbour(state.queue, state.currentId, steps)
  return track === null ? unchanged(state) : loaded(state, track, recall, { play: isActive(state) })
}

function playing(state: PlayerState, recall: Recall): Transition {
  const current = currentTrack(state)
  if (current === null) return unchanged(state)
  if (state.seeking !== null) return unchanged({ ...state, seeking: { wasPlaying: true } })
  // Broken media stays broken: the element has to be given it afresh.
  if (state.media === 'nothing')
    return loaded(state, current, recall, { play: true, startAt: state.startAt, failed: true })
  if (state.playing || state.starting) return unchanged(state)
  const from = recall(current, 'resume')?.position ?? null
  return { state: { ...state, starting: true }, commands: [{ type: 'play', from }] }
}

function pausing(state: PlayerState): Transition {
  if (state.currentId === null) return unchanged(state)
  const seeking = state.seeking === null ? null : { wasPlaying: false }
  return { state: { ...state, starting: false, seeking }, commands: [{ type: 'pause' }] }
}

function tuned(state: PlayerState): Transition {
  const { speed, volume, muted } = state
  return { state, commands: [{ type: 'tune', speed, volume, muted }] }
}
