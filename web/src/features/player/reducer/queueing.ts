import type { Request } from './events.ts'
import { begin, stop, type Transition, unchanged } from './loading.ts'
import { resume } from './playback.ts'
import { currentPlace, inserted, neighbour, queueFor, without } from './queue.ts'
import { isActive, type PlayerState } from './state.ts'

type RequestOf<Type extends Request['type']> = Extract<Request, { type: Type }>

export function playTrack(state: PlayerState, { track, list }: RequestOf<'play-track'>): Transition {
  const { queue, nextId, current } = queueFor(track, list, state.nextId)
  return begin({ ...state, queue, nextId, byHand: false }, current, { play: true })
}

export function add(state: PlayerState, { tracks, next: isNext }: RequestOf<'add'>): Transition {
  const place = isNext ? currentPlace(state) + 1 : state.queue.length
  const next = { ...state, ...inserted(state.queue, place, tracks, state.nextId), byHand: true }
  const [first] = next.queue
  return state.currentId === null && first !== undefined
    ? begin(next, first, { play: false })
    : unchanged(next)
}

export function replace(
  state: PlayerState,
  {
    tracks,
    currentPlace: place,
    byHand = false,
    position: startAt,
    visit = null,
    play,
  }: RequestOf<'replace'>,
): Transition {
  const next = { ...state, ...inserted([], 0, tracks, state.nextId), byHand }
  const current = next.queue[place]
  if (current === undefined) return unchanged(state)
  const begun = begin(next, current, { play, startAt })
  return { ...begun, state: { ...begun.state, visit } }
}

export function playQueued(state: PlayerState, id: number): Transition {
  if (id === state.currentId) return resume(state)
  const track = state.queue.find((queued) => queued.id === id)
  return track === undefined ? unchanged(state) : begin(state, track, { play: true })
}

/** After the current track, the first remaining one is loaded. */
export function remove(state: PlayerState, id: number): Transition {
  const next = { ...state, queue: without(state.queue, id), byHand: true }
  if (id !== state.currentId) return unchanged(next)
  const [first] = next.queue
  return first === undefined ? stop(next) : begin(next, first, { play: isActive(state) })
}

export function step(state: PlayerState, steps: 1 | -1): Transition {
  const track = neighbour(state, steps)
  return track === null ? unchanged(state) : begin(state, track, { play: isActive(state) })
}
