import type { PastPosition, Position, PositionEntry, Progress } from '@earmark/contract/positions.ts'
import type { Recording } from '../recordings/recordings.ts'
import type { ListedPosition, PastPositionRow, PositionRow } from './positions.queries.ts'

type WithDuration = PositionRow & { readonly duration_ms: number | null }

const instant = (ms: number) => new Date(ms).toISOString()

/** A recording may have become shorter since: what is answered lies in the audio that there is. */
function seconds({ position_ms, duration_ms }: Pick<WithDuration, 'position_ms' | 'duration_ms'>) {
  return {
    positionSeconds: Math.min(position_ms, duration_ms ?? position_ms) / 1000,
    durationSeconds: duration_ms === null ? null : duration_ms / 1000,
  }
}

function state(row: WithDuration) {
  return {
    ...seconds(row),
    version: row.version,
    finished: row.finished_at !== null,
    playbackRate: row.playback_rate_percent / 100,
    updatedAt: instant(row.updated_at),
  }
}

/** @param deviceId of whoever asks */
export function positionView(row: WithDuration, deviceId: string | null): Position {
  const fromThisDevice = deviceId !== null && row.device_id === deviceId
  return { ...state(row), deviceName: row.device_name, fromThisDevice }
}

export function entryView(row: ListedPosition, recording: Recording, deviceId: string | null): PositionEntry {
  return { ...positionView(row, deviceId), ...recording }
}

export function progressView(row: ListedPosition): Progress {
  return {
    audioBookId: row.audio_book_id,
    podcastId: row.podcast_id,
    podcastEpisodeId: row.episode_id,
    ...state(row),
  }
}

export function pastPositionView(row: PastPositionRow): PastPosition {
  return {
    positionSeconds: row.position_ms / 1000,
    version: row.version,
    deviceName: row.device_name,
    updatedAt: instant(row.updated_at),
  }
}
