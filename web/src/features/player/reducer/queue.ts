import { isSame, type NewTrack, type PlayerState, type Track } from './state.ts'

type Numbered = { queue: readonly Track[]; nextId: number }

function numbered(tracks: readonly NewTrack[], firstId: number): Track[] {
  return tracks.map((track, index) => ({ ...track, id: firstId + index }))
}

/** The list as a queue; a track that it lacks is put first. */
export function queueFor(
  track: NewTrack,
  list: readonly NewTrack[],
  firstId: number,
): Numbered & { current: Track } {
  const same = list.indexOf(track)
  const place = same >= 0 ? same : list.findIndex((listed) => isSame(listed, track))
  const queue = numbered(place >= 0 ? list : [track, ...list], firstId)
  const current = queue[Math.max(place, 0)]
  if (current === undefined) throw new Error('A queue made for a track holds that track')
  return { queue, nextId: firstId + queue.length, current }
}

export function inserted(
  queue: readonly Track[],
  place: number,
  added: readonly NewTrack[],
  firstId: number,
): Numbered {
  return { queue: queue.toSpliced(place, 0, ...numbered(added, firstId)), nextId: firstId + added.length }
}

/** The list in place of its part that is queued, unless the listener has queued anything else meanwhile. */
export function complete(state: PlayerState, list: readonly NewTrack[]): PlayerState {
  const nameOf = ({ recording }: NewTrack) => `${recording.kind} ${recording.id}`
  const names = new Set(list.map(nameOf))
  const current = state.queue[currentPlace(state)]
  if (!current || state.byHand || !state.queue.every((track) => names.has(nameOf(track)))) return state
  const known = new Map([...state.queue, current].map((track) => [nameOf(track), track]))
  const queue = numbered(list, state.nextId).map((track) => {
    const queued = known.get(nameOf(track))
    known.delete(nameOf(track))
    return queued ?? track
  })
  return { ...state, queue, nextId: state.nextId + list.length }
}

/** A place beyond an end means that end. */
export function arranged(queue: readonly Track[], id: number, place: number): readonly Track[] {
  const track = queue.find((queued) => queued.id === id)
  if (track === undefined || !Number.isInteger(place)) return queue
  return without(queue, id).toSpliced(Math.max(place, 0), 0, track)
}

export function without(queue: readonly Track[], id: number): readonly Track[] {
  return queue.filter((track) => track.id !== id)
}

type Place = Pick<PlayerState, 'queue' | 'currentId'>

/** 0-based; -1 without a current track. */
export function currentPlace({ queue, currentId }: Place): number {
  return queue.findIndex(({ id }) => id === currentId)
}

/** The queue's track before or after the current one. */
export function neighbour(state: Place, steps: 1 | -1): Track | null {
  const place = currentPlace(state)
  return place < 0 ? null : (state.queue[place + steps] ?? null)
}

/** What follows the end of the current track; null: silence. */
export function nextTrack(state: PlayerState): Track | null {
  return neighbour(state, 1)
}

/** The queue as it is stored, shared with other tabs and brought back. */
export function savedQueue(state: Place): { tracks: NewTrack[]; currentPlace: number } {
  return { tracks: state.queue.map(withoutId), currentPlace: currentPlace(state) }
}

/** Also without files, whose addresses end. */
export function withoutId({ id: _id, files: _files, ...track }: Track): NewTrack {
  return track
}
