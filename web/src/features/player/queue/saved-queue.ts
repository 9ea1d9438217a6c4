import type { CoverLooks } from '@earmark/contract/fields.ts'
import { isObject, readFields, writeFields } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { useSession } from '../../auth/index.ts'
import type { Player } from '../audio/player.ts'
import type { NewTrack, PlayerState, RecordingRef } from '../reducer/state.ts'

/** The queue and which of it is current survive a reload. Where in it the listener was is its position's to say. */
const version = 2

/** `person`: whose it is, an account's id; empty for a visitor. */
export type SavedQueue = { tracks: NewTrack[]; currentPlace: number; byHand: boolean; person: string }

/** Null for anything that this version has not written itself. */
export function readSavedQueue(queue: Record<string, unknown>): SavedQueue | null {
  if (queue.version !== version || !Array.isArray(queue.tracks) || !queue.tracks.every(isTrack)) return null
  const tracks: NewTrack[] = queue.tracks
  const { currentPlace } = queue
  if (typeof currentPlace !== 'number') return null
  const person = typeof queue.person === 'string' ? queue.person : ''
  const byHand = queue.byHand === true
  return tracks[currentPlace] === undefined ? null : { tracks, currentPlace, byHand, person }
}

/**
 * Brings the queue back, paused, and writes it down at every change from then on. Both belong to the first page: what is
 * added there is added to what was saved, and is still there after a reload. An account's queue goes when its session ends.
 */
export function keepQueue(player: Player): () => void {
  const saved = readSavedQueue(readFields('playerQueue'))
  // A visitor's queue goes into their account; an account's is for that account alone.
  const isOwn = saved !== null && (saved.person === '' || saved.person === storedPerson())
  if (!isOwn) writeFields('playerQueue', null)
  else if (player.store.getState().currentId === null) player.send({ type: 'replace', ...saved, play: false })
  const stopWriting = player.store.subscribe((state, before) => {
    const hasChanged = state.queue !== before.queue || state.currentId !== before.currentId
    if (hasChanged) writeFields('playerQueue', savable(state))
  })
  let person = storedPerson()
  const stopSession = useSession.subscribe(() => {
    const before = person
    person = storedPerson()
    if (before !== '' && before !== person) player.send({ type: 'clear' })
  })
  return () => {
    stopWriting()
    stopSession()
  }
}

function savable({ queue, currentId, byHand }: PlayerState): object | null {
  if (queue.length === 0) return null
  const tracks = queue.map(({ id: _id, ...track }) => track)
  const currentPlace = queue.findIndex(({ id }) => id === currentId)
  return { version, person: storedPerson(), tracks, currentPlace, byHand }
}

function isTrack(track: unknown): track is NewTrack {
  return (
    isObject(track) &&
    isRecording(track.recording) &&
    typeof track.title === 'string' &&
    typeof track.subtitle === 'string' &&
    isAddress(track.audioSrc) &&
    (track.coverImageSrc === null || isAddress(track.coverImageSrc)) &&
    (track.coverLooks === undefined || isLooks(track.coverLooks)) &&
    isPath(track.referenceLink) &&
    (track.durationSeconds === null || isLength(track.durationSeconds))
  )
}

function isLooks(value: unknown): value is CoverLooks {
  if (!isObject(value)) return false
  const { coverColor, coverPlaceholder, coverWidth, coverHeight } = value
  return (
    [coverColor, coverPlaceholder].every((text) => text === null || typeof text === 'string') &&
    [coverWidth, coverHeight].every((pixels) => pixels === null || (isLength(pixels) && pixels > 0))
  )
}

function isRecording(value: unknown): value is RecordingRef {
  if (!isObject(value)) return false
  const { kind, id, podcastId } = value
  const isOfPodcast = kind === 'episode' && Number.isSafeInteger(podcastId)
  return Number.isSafeInteger(id) && (kind === 'audio-book' || isOfPodcast)
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
