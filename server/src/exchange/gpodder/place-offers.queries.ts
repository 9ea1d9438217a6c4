import { sql } from 'kysely'
import { recordingDuration } from '../../catalogue/editing/recording-files.queries.ts'
import { selectHiddenRecordings } from '../../catalogue/recordings/recordings.queries.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

export interface NewOffer {
  readonly recordingId: number
  readonly positionMs: number
  readonly finished: boolean
}

/** The latest of each recording replaces the one before. */
export async function putOffers(
  { connection, dialect }: Db,
  { userId, deviceId, now }: { readonly userId: string; readonly deviceId: string; readonly now: number },
  offers: readonly NewOffer[],
): Promise<void> {
  if (offers.length === 0) return
  const rows = offers.map((one) => [one.recordingId, one.positionMs, one.finished ? now : null])
  await sql`
    insert into place_offers (user_id, recording_id, position_ms, finished_at, device_id, at)
    select cast(${userId} as text), cast(value ->> 0 as bigint), cast(value ->> 1 as bigint),
      cast(value ->> 2 as bigint), cast(${deviceId} as text), cast(${now} as bigint)
    from ${dialect.jsonRows(rows)} where true
    on conflict (user_id, recording_id) do update set position_ms = excluded.position_ms,
      finished_at = excluded.finished_at, device_id = excluded.device_id, at = excluded.at`.execute(
    connection,
  )
}

/** Those that a device has made, once it is taken over. */
export async function deleteOffersOf(
  { connection, dialect }: Db,
  deviceId: string,
  recordingIds: readonly number[],
): Promise<void> {
  if (recordingIds.length === 0) return
  await connection
    .deleteFrom('place_offers')
    .where('device_id', '=', deviceId)
    .where('recording_id', 'in', dialect.idSet(recordingIds))
    .execute()
}

export interface OfferRow {
  readonly id: number
  readonly audio_book_id: number | null
  readonly podcast_id: number | null
  readonly episode_id: number | null
  readonly position_ms: number
  readonly finished_at: number | null
  readonly duration_ms: number | null
  readonly name: string
  readonly at: number
}

/** Of public recordings, the newest first. */
export async function listOffers(connection: Connection, userId: string): Promise<OfferRow[]> {
  return await connection
    .selectFrom('place_offers')
    .innerJoin('devices', 'devices.id', 'place_offers.device_id')
    .innerJoin('recordings', 'recordings.id', 'place_offers.recording_id')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .where('place_offers.user_id', '=', userId)
    .where('place_offers.recording_id', 'not in', selectHiddenRecordings(connection))
    .orderBy('place_offers.at', 'desc')
    .orderBy('place_offers.id', 'desc')
    .select(['place_offers.id', 'place_offers.position_ms', 'place_offers.finished_at', 'place_offers.at'])
    .select(['recordings.audio_book_id', 'episodes.podcast_id', 'recordings.episode_id', 'devices.name'])
    .select(recordingDuration.as('duration_ms'))
    .execute()
}

export async function deleteOffer(connection: Connection, userId: string, id: number): Promise<void> {
  await connection.deleteFrom('place_offers').where('id', '=', id).where('user_id', '=', userId).execute()
}
