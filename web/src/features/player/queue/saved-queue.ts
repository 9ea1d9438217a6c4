import type { CoverLooks } from '@earmark/contract/fields.ts'
import { isObject, readFields, writeFields } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { onPersonChange } from '../../auth/index.ts'
import { type Player, together } from '../audio/player.ts'
import { savedQueue } from '../reducer/queue.ts'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'

const version = 2

/** `person`: the account's id, empty for a visitor. */
export type SavedQueue = { tracks: NewTrack[]; currentPlace: number; byHand: boolean; person: string }

/** Null for invalid entries and other versions. */
export function readSavedQueue(queue: Record<string, unknown>): SavedQueue | null {
  if (queue.version !== version || !Array.isArray(queue.tracks) || !queue.tracks.every(isTrack)) return null
  const tracks: NewTrack[] = queue.tracks
  const { currentPlace } = queue
  if (typeof currentPlace !== 'number') return null
  const person = typeof queue.person === 'string' ? queue.person : ''
  const byHand = queue.byHand === true
  return tracks[currentPlace] === undefined ? null : { tracks, currentPlace, byHand, person }
}

/** Restores the queue, paused, and stores every change. An account's queue is removed when its session ends. */
export function keepQueue(player: Player): () => void {
  const saved = readSavedQueue(readFields('playerQueue'))
  // A visitor who signs in keeps their queue.
  const isOwn = saved !== null && (saved.person === '' || saved.person === storedPerson())
  if (!isOwn) writeFields('playerQueue', null)
  else if (player.store.getState().currentId === null) player.send({ type: 'replace', ...saved, play: false })
  return together(
    player.store.subscribe((state, before) => {
      if (state.queue === before.queue && state.currentId === before.currentId) return
      const { queue, byHand } = state
      const saved = { version, person: storedPerson(), ...savedQueue(state), byHand }
      writeFields('playerQueue', queue.length === 0 ? null : saved)
    }),
    onPersonChange((_to, from) => {
      if (from !== '') player.send({ type: 'clear' })
    }),
  )
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
