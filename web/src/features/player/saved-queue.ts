import type { Player } from './engine/player.ts'
import type { NewTrack, PlayerState } from './engine/state.ts'
import { placeName, queueName } from './stored-names.ts'

/**
 * The queue and the place in it survive a reload. The place is kept apart from the queue: it is written every
 * second, and the queue may hold a thousand episodes.
 */
const version = 1

export type SavedQueue = { tracks: NewTrack[]; currentPlace: number; position: number }

/** Null for anything that this version has not written itself. */
export function readSavedQueue(queueText: string | null, placeText: string | null): SavedQueue | null {
  const queue = parsed(queueText)
  if (queue.version !== version || !Array.isArray(queue.tracks) || !queue.tracks.every(isTrack)) return null
  const tracks: NewTrack[] = queue.tracks
  const { currentPlace } = queue
  if (typeof currentPlace !== 'number') return null
  const current = tracks[currentPlace]
  if (current === undefined) return null
  const place = parsed(placeText)
  const isItsPlace = place.audioSrc === current.audioSrc && isLength(place.position)
  return { tracks, currentPlace, position: isItsPlace ? (place.position as number) : 0 }
}

export function restoreQueue(player: Player): void {
  const saved = readSavedQueue(read(queueName), read(placeName))
  if (saved !== null) player.send({ type: 'restore', ...saved })
}

/** Keeps what is saved up to date from now on. */
export function keepQueueSaved(player: Player): () => void {
  let savedSecond = -1

  function savePlace(): void {
    const { queue, currentId } = player.store.getState()
    const audioSrc = queue.find(({ id }) => id === currentId)?.audioSrc
    const position = player.position()
    savedSecond = Math.floor(position)
    write(placeName, audioSrc === undefined ? null : { audioSrc, position })
  }

  // The first track of a visit was there before all this came.
  if (player.store.getState().queue.length > 0) {
    write(queueName, savable(player.store.getState()))
    savePlace()
  }
  // What was begun before anybody watched.
  write(queueName, savable(player.store.getState()))
  savePlace()
  const stopQueue = player.store.subscribe((state, before) => {
    const hasChanged = state.queue !== before.queue || state.currentId !== before.currentId
    if (hasChanged) write(queueName, savable(state))
    if (hasChanged || state.playing !== before.playing) savePlace()
  })
  const stopPlace = player.positions.subscribe(({ position }) => {
    if (Math.floor(position) !== savedSecond) savePlace()
  })
  const leaving = new AbortController()
  window.addEventListener('pagehide', savePlace, { signal: leaving.signal })
  return () => {
    stopQueue()
    stopPlace()
    leaving.abort()
  }
}

function savable({ queue, currentId }: PlayerState): object | null {
  if (queue.length === 0) return null
  const tracks = queue.map(({ id: _id, ...track }) => track)
  return { version, tracks, currentPlace: queue.findIndex(({ id }) => id === currentId) }
}

function isTrack(value: unknown): value is NewTrack {
  if (typeof value !== 'object' || value === null) return false
  const track = value as Record<string, unknown>
  return (
    typeof track.title === 'string' &&
    typeof track.subtitle === 'string' &&
    isAddress(track.audioSrc) &&
    (track.coverImageSrc === null || isAddress(track.coverImageSrc)) &&
    isPath(track.referenceLink) &&
    (track.durationSeconds === null || isLength(track.durationSeconds))
  )
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}

function isAddress(value: unknown): value is string {
  return isPath(value) || (typeof value === 'string' && /^https?:\/\//.test(value))
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // A browser that refuses storage forgets, no more.
  }
}
