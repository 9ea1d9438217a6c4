import type { NewTrack, Track } from './state.ts'

type Numbered = { queue: readonly Track[]; nextId: number }

function numbered(tracks: readonly NewTrack[], firstId: number): Track[] {
  return tracks.map((track, index) => ({ ...track, id: firstId + index }))
}

/** A new queue: the list as it is, starting at the track, which is put first if the list lacks it. */
export function queueFor(
  track: NewTrack,
  list: readonly NewTrack[],
  firstId: number,
): Numbered & { current: Track } {
  const same = list.indexOf(track)
  const place = same >= 0 ? same : list.findIndex((listed) => listed.audioSrc === track.audioSrc)
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

/** The same tracks, one of them at another place; beyond an end means at that end. */
export function arranged(queue: readonly Track[], id: number, place: number): readonly Track[] {
  const track = queue.find((queued) => queued.id === id)
  if (track === undefined || !Number.isInteger(place)) return queue
  return without(queue, id).toSpliced(Math.max(place, 0), 0, track)
}

export function without(queue: readonly Track[], id: number): readonly Track[] {
  return queue.filter((track) => track.id !== id)
}

/** The track so many steps from the given one, or nothing beyond either end. */
export function neighbour(queue: readonly Track[], id: number | null, steps: 1 | -1): Track | null {
  const place = queue.findIndex((track) => track.id === id)
  return place < 0 ? null : (queue[place + steps] ?? null)
}
