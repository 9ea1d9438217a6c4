/** The server's calls about one recording's position, whichever kind it is of. */
import { requestPath } from '@earmark/contract/endpoint.ts'
import { saveAudioBookPosition, saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import {
  getAudioBookPosition,
  getEpisodePosition,
  listProgress,
  type Position,
  type Progress,
} from '@earmark/contract/positions.ts'
import { answerTo, ApiError, call } from '../../../lib/api.ts'
import { firstData } from '../../../lib/first-data.ts'
import { headersFor } from '../../../lib/request.ts'
import type { RecordingRef } from '../reducer/state.ts'
import type { LocalPosition, RemotePosition } from './merge.ts'

/**
 * Outlives the page, so that its last second arrives, too.
 *
 * @throws {ApiError} as every call; `current` of its item is what the server has instead when it is 409
 */
export function savePosition({ kind, id }: RecordingRef, kept: LocalPosition): Promise<Position> {
  const endpoint = kind === 'audio-book' ? saveAudioBookPosition : saveEpisodePosition
  const { position, finished, playbackRate, base } = kept
  const body = JSON.stringify({
    positionSeconds: position,
    baseVersion: base,
    finished,
    ...(playbackRate === null ? {} : { playbackRate }),
  })
  const url = firstData.apiRoot + requestPath(endpoint, { params: { id } })
  return orLost(
    answerTo(endpoint, (accessToken) =>
      fetch(url, {
        method: endpoint.method,
        headers: headersFor(endpoint, accessToken, true),
        body,
        keepalive: true,
      }),
    ),
  )
}

export function askPosition({ kind, id }: RecordingRef): Promise<Position> {
  return orLost(call(kind === 'audio-book' ? getAudioBookPosition : getEpisodePosition, { params: { id } }))
}

export function askProgress(): Promise<Progress[]> {
  return orLost(call(listProgress, {}))
}

/** An answer that breaks off is as good as none. */
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

/** The device is not said there: only places that raise no question are taken from it. */
export function recordingOf({ audioBookId, podcastId, podcastEpisodeId }: Progress): RecordingRef | null {
  if (audioBookId !== null) return { kind: 'audio-book', id: audioBookId }
  if (podcastId === null || podcastEpisodeId === null) return null
  return { kind: 'episode', id: podcastEpisodeId, podcastId }
}
