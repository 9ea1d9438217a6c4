import { coverLooks } from '@earmark/contract/cover-images.ts'
import type { Cover, CoverPreview } from '@earmark/contract/fields.ts'
import { mediaUrl, relayUrl } from '../content-type.ts'

export interface CoverRow {
  cover_key: string | null
  cover_type: string | null
  color: string | null
  placeholder: string | null
  width: number | null
  height: number | null
  preview_key: string | null
  preview_type: string | null
}

export interface AudioRow {
  audio_key: string | null
  audio_type: string | null
  relay_key: string | null
  relay_type: string | null
  duration_ms: number | null
  tracks_count: number
}

export const coverColumns = [
  'cover.key as cover_key',
  'cover.content_type as cover_type',
  'cover.color as color',
  'cover.placeholder as placeholder',
  'cover.width as width',
  'cover.height as height',
  'preview.key as preview_key',
  'preview.content_type as preview_type',
] as const

function url(key: string | null, contentType: string | null): string | null {
  return key === null || contentType === null ? null : mediaUrl(key, contentType)
}

export function coverView(row: CoverRow): Cover {
  return {
    coverImageUrl: url(row.cover_key, row.cover_type),
    coverImagePreviewUrl: url(row.preview_key, row.preview_type),
    coverColor: row.color,
    coverPlaceholder: row.placeholder,
    coverWidth: row.width,
    coverHeight: row.height,
  }
}

export function coverOf({ coverImageUrl, ...record }: Cover): Cover {
  return { coverImageUrl, ...previewOf(record) }
}

export function previewOf(record: CoverPreview): CoverPreview {
  return { coverImagePreviewUrl: record.coverImagePreviewUrl, ...coverLooks(record) }
}

/** Of a sound that is passed on from elsewhere, while no file of it is here. */
export function relayAddress({
  relay_key,
  relay_type,
}: Pick<AudioRow, 'relay_key' | 'relay_type'>): string | null {
  return relay_key === null || relay_type === null ? null : relayUrl(relay_key, relay_type)
}

export function audioView(row: Omit<AudioRow, 'tracks_count'>): {
  audioUrl: string | null
  durationSeconds: number | null
} {
  return {
    audioUrl: url(row.audio_key, row.audio_type) ?? relayAddress(row),
    durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1000,
  }
}
