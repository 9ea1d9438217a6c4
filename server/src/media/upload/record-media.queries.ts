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

/** A present medium's id, a new medium, or none. */
export type MediaChoice = number | NewMedia | null

export interface MediaPlan {
  readonly cover: MediaChoice
  readonly preview: MediaChoice
  readonly previewChosenAt: number | null
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
  media: MediaChoice,
): Promise<number | null> {
  return media === null || typeof media === 'number' ? media : (await insertMedia(connection, media)).id
}

export async function insertMediaPlan(connection: Connection, plan: MediaPlan): Promise<CoverIds> {
  return {
    cover_media_id: await insertOptionalMedia(connection, plan.cover),
    preview_media_id: await insertOptionalMedia(connection, plan.preview),
    preview_chosen_at: plan.previewChosenAt,
  }
}
