import type { CoverLooks } from '@earmark/contract/fields.ts'
import { isObject, writeFields } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { Player } from '../audio/player.ts'
import { withoutId } from '../reducer/queue.ts'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'
import { version } from './keep-queue.ts'

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

/** Brings back the queue as it was stored when the page opened, paused, before what was added meanwhile. */
export function restoreQueue(player: Player, stored: Record<string, unknown>): void {
  const { queue: added, byHand } = player.store.getState()
  const saved = readSavedQueue(stored)
  // A visitor who signs in keeps their queue.
  const isOwn = saved !== null && (saved.person === '' || saved.person === storedPerson())
  if (isOwn && !player.isActive()) {
    const tracks = [...saved.tracks, ...added.map(withoutId)]
    player.send({ type: 'replace', ...saved, tracks, byHand: saved.byHand || byHand, play: false })
  } else if (added.length === 0) writeFields('playerQueue', null)
}

function isTrack(track: unknown): track is NewTrack {
  return (
    isObject(track) &&
    isRecording(track.recording) &&
    typeof track.title === 'string' &&
    typeof track.subtitle === 'string' &&
    (track.audioSrc === null || isAddress(track.audioSrc)) &&
    (track.filesCount === undefined || isLength(track.filesCount)) &&
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
