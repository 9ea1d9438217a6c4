import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaChoice, MediaPlan } from './record-media-changes.ts'
import { type CoverIds, insertOptionalMedia } from './record-media.queries.ts'

export async function insertMediaPlan(
  connection: Connection,
  plan: MediaPlan,
): Promise<CoverIds & { audio_media_id: number | null }> {
  return {
    cover_media_id: await insertChoice(connection, plan.cover),
    preview_media_id: await insertChoice(connection, plan.preview),
    preview_chosen_at: plan.previewChosenAt,
    audio_media_id: await insertChoice(connection, plan.audio),
  }
}

async function insertChoice(connection: Connection, choice: MediaChoice): Promise<number | null> {
  return typeof choice === 'number' ? choice : await insertOptionalMedia(connection, choice)
}
