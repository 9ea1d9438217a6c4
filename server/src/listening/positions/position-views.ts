import type { PastPosition, Position, PositionEntry, Progress } from '@earmark/contract/positions.ts'
import type { Recording } from '../../catalogue/recordings/recordings.ts'
import type { ListedPosition, ProgressRow } from './position-lists.queries.ts'
import type { PastPositionRow, PositionRow } from './positions.queries.ts'

type WithDuration = PositionRow & { readonly duration_ms: number | null }

const instant = (ms: number) => new Date(ms).toISOString()

/** @param deviceId of the device that asks */
export function positionView(row: WithDuration, deviceId: string | null): Position {
  const { position_ms, duration_ms } = row
  return {
    // The recording may have become shorter.
    positionSeconds: Math.min(position_ms, duration_ms ?? position_ms) / 1000,
    durationSeconds: duration_ms === null ? null : duration_ms / 1000,
    version: row.version,
    finished: row.finished_at !== null,
    playbackRate: row.playback_rate_percent / 100,
    deviceName: row.device_name,
    fromThisDevice: deviceId !== null && row.device_id === deviceId,
    updatedAt: instant(row.updated_at),
  }
}

export function entryView(row: ListedPosition, recording: Recording, deviceId: string | null): PositionEntry {
  return { ...positionView(row, deviceId), ...recording }
}

/** One object a row: lists may have thousands. */
export function progressView(row: ProgressRow): Progress {
  const { position_ms, duration_ms } = row
  return {
    audioBookId: row.audio_book_id,
    podcastId: row.podcast_id,
    podcastEpisodeId: row.episode_id,
    positionSeconds: Math.min(position_ms, duration_ms ?? position_ms) / 1000,
    durationSeconds: duration_ms === null ? null : duration_ms / 1000,
    version: row.version,
    finished: row.finished_at !== null,
    playbackRate: row.playback_rate_percent / 100,
    updatedAt: instant(row.updated_at),
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
