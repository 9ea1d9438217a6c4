import type { Connection } from '../../db/engine/dialect.ts'
import { insertMedia, type NewMedia } from '../media.queries.ts'

export interface RecordMedia {
  readonly cover: NewMedia | null
  readonly preview: NewMedia | null
  readonly previewChosen: boolean
}

export interface CoverIds {
  cover_media_id: number | null
  preview_media_id: number | null
  preview_chosen_at: number | null
}

export async function insertRecordCover(
  connection: Connection,
  media: RecordMedia,
  now: number,
): Promise<CoverIds> {
  return {
    cover_media_id: await insertOptionalMedia(connection, media.cover),
    preview_media_id: await insertOptionalMedia(connection, media.preview),
    preview_chosen_at: media.previewChosen ? now : null,
  }
}

export async function insertOptionalMedia(
  connection: Connection,
  media: NewMedia | null,
): Promise<number | null> {
  return media === null ? null : (await insertMedia(connection, media)).id
}
