import { saveAudioBookPosition, saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import {
  getAudioBookPosition,
  getEpisodePosition,
  listProgress,
  type Position,
  type Progress,
} from '@earmark/contract/positions.ts'
import { ApiError, call } from '../../../lib/api.ts'
import type { RecordingRef } from '../reducer/state.ts'
import type { LocalPosition, RemotePosition } from './merge.ts'

/** @throws {ApiError} of status 409 with the server's position as `current` of its item */
export function savePosition({ kind, id }: RecordingRef, kept: LocalPosition): Promise<Position> {
  const endpoint = kind === 'audio-book' ? saveAudioBookPosition : saveEpisodePosition
  const { position, finished, playbackRate, base } = kept
  const rate = playbackRate === null ? {} : { playbackRate }
  const body = { positionSeconds: position, baseVersion: base, finished, ...rate }
  return orLost(call(endpoint, { params: { id }, body }, { keepalive: true }))
}

export function askPosition({ kind, id }: RecordingRef): Promise<Position> {
  return orLost(call(kind === 'audio-book' ? getAudioBookPosition : getEpisodePosition, { params: { id } }))
}

export function askProgress(): Promise<Progress[]> {
  return orLost(call(listProgress, {}))
}

/** A body that breaks off counts as no connection. */
async function orLost<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, [], { cause: error })
  }
}

export function remotePositionOf({ positionSeconds, updatedAt, ...rest }: Position): RemotePosition {
  const { version, finished, fromThisDevice, deviceName, playbackRate } = rest
  return {
    position: positionSeconds,
    at: Date.parse(updatedAt),
    version,
    finished,
    fromThisDevice,
    deviceName,
    playbackRate,
  }
}

export function recordingOf({ audioBookId, podcastId, podcastEpisodeId }: Progress): RecordingRef | null {
  if (audioBookId !== null) return { kind: 'audio-book', id: audioBookId }
  if (podcastId === null || podcastEpisodeId === null) return null
  return { kind: 'episode', id: podcastEpisodeId, podcastId }
}
