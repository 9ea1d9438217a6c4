import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import { positionColumns, type PositionRow } from './positions.queries.ts'

/** A change by a device; the database makes its version and time. */
export interface PositionChange {
  readonly positionMs: number
  readonly finished: boolean
  /** Null: as it is. */
  readonly playbackRatePercent: number | null
  readonly baseVersion: number
  readonly deviceId: string | null
  readonly deviceName: string
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * The database keeps the position that it replaces (migration 0043).
 *
 * @returns undefined when the present version is another one, or there is no position
 */
export async function updatePosition(
  connection: Connection,
  userId: string,
  recordingId: number,
  change: PositionChange,
): Promise<PositionRow | undefined> {
  const { positionMs, finished, playbackRatePercent, baseVersion, deviceId, deviceName, now } = change
  return await connection
    .updateTable('positions')
    .set({
      position_ms: positionMs,
      finished_at: finished ? sql<number>`coalesce(finished_at, cast(${now} as bigint))` : null,
      ...(playbackRatePercent === null ? {} : { playback_rate_percent: playbackRatePercent }),
      version: baseVersion + 1,
      base_version: baseVersion,
      device_id: deviceId,
      device_name: deviceName,
      // Times increase even after the clock was set back.
      updated_at: sql<number>`case when updated_at < ${now} then cast(${now} as bigint) else updated_at + 1 end`,
    })
    .where('user_id', '=', userId)
    .where('recording_id', '=', recordingId)
    .where('version', '=', baseVersion)
    .returning(positionColumns)
    .executeTakeFirst()
}

/** Changes of several recordings by one device. */
export interface PositionChanges {
  readonly userId: string
  readonly deviceId: string | null
  readonly deviceName: string
  readonly now: number
  readonly changes: readonly {
    readonly recordingId: number
    readonly positionMs: number
    readonly finished: boolean
    readonly baseVersion: number
  }[]
}

function changedRows(dialect: Dialect, { changes }: PositionChanges) {
  const rows = changes.map((one) => [one.recordingId, one.positionMs, Number(one.finished), one.baseVersion])
  return sql`(select cast(value ->> 0 as bigint) as recording_id, cast(value ->> 1 as bigint) as position_ms,
    cast(value ->> 2 as bigint) as is_finished, cast(value ->> 3 as bigint) as base_version
    from ${dialect.jsonRows(rows)}) as change`
}

/**
 * As `updatePosition`, for many.
 *
 * @returns the ids of the recordings
 */
export async function updatePositions(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  given: PositionChanges,
): Promise<number[]> {
  const { userId, deviceId, deviceName, now } = given
  const { rows } = await sql<{ recording_id: number }>`
    update positions set position_ms = change.position_ms,
      finished_at = case when change.is_finished = 1 then coalesce(positions.finished_at, cast(${now} as bigint)) end,
      version = change.base_version + 1, base_version = change.base_version,
      device_id = ${deviceId}, device_name = ${deviceName},
      updated_at = case when positions.updated_at < ${now} then cast(${now} as bigint) else positions.updated_at + 1 end
    from ${changedRows(dialect, given)}
    where positions.user_id = ${userId} and positions.recording_id = change.recording_id
      and positions.recording_id in ${dialect.idSet(given.changes.map(({ recordingId }) => recordingId))}
      and positions.version = change.base_version
    returning positions.recording_id`.execute(connection)
  return rows.map(({ recording_id }) => recording_id)
}

/**
 * As `insertPosition`, for many.
 *
 * @returns the ids of the recordings
 * @throws MissingRowError when a recording is deleted meanwhile
 */
export async function insertPositions(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  given: PositionChanges,
  version: number,
): Promise<number[]> {
  const { userId, deviceId, deviceName, now } = given
  const { rows } = await sql<{ recording_id: number }>`
    insert into positions (user_id, recording_id, position_ms, finished_at, playback_rate_percent, version,
      base_version, device_id, device_name, updated_at)
    select cast(${userId} as text), change.recording_id, change.position_ms,
      case when change.is_finished = 1 then cast(${now} as bigint) end, 100, cast(${version} as bigint), 0,
      cast(${deviceId} as text), cast(${deviceName} as text), cast(${now} as bigint)
    from ${changedRows(dialect, given)} where true
    on conflict do nothing
    returning recording_id`.execute(connection)
  return rows.map(({ recording_id }) => recording_id)
}

/**
 * Serializes insertions and deletions of an account's positions until the end of the transaction.
 *
 * @returns the highest version that was forgotten; undefined when the account was deleted
 */
export async function lockForgotten(transaction: Connection, userId: string): Promise<number | undefined> {
  const row = await transaction
    .updateTable('users')
    .set((build) => ({ forgotten_version: build.ref('forgotten_version') }))
    .where('id', '=', userId)
    .returning('forgotten_version')
    .executeTakeFirst()
  return row?.forgotten_version
}

/**
 * Undefined when there is one already.
 *
 * @throws MissingRowError when the recording is deleted meanwhile
 */
export async function insertPosition(
  connection: Connection,
  userId: string,
  recordingId: number,
  change: Omit<PositionChange, 'baseVersion'> & { readonly version: number },
): Promise<PositionRow | undefined> {
  return await connection
    .insertInto('positions')
    .values({
      user_id: userId,
      recording_id: recordingId,
      position_ms: change.positionMs,
      finished_at: change.finished ? change.now : null,
      playback_rate_percent: change.playbackRatePercent ?? 100,
      version: change.version,
      base_version: 0,
      device_id: change.deviceId,
      device_name: change.deviceName,
      updated_at: change.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(positionColumns)
    .executeTakeFirst()
}

/** With its history. Undefined when there was none. */
export async function deletePosition(
  connection: Connection,
  userId: string,
  address: RecordingAddress,
): Promise<{ version: number } | undefined> {
  const recordings = connection.selectFrom('recordings').select('id')
  const recording =
    'audioBookId' in address
      ? recordings.where('audio_book_id', '=', address.audioBookId)
      : recordings.where('episode_id', '=', address.podcastEpisodeId)
  return await connection
    .deleteFrom('positions')
    .where('user_id', '=', userId)
    .where('recording_id', '=', recording)
    .returning('version')
    .executeTakeFirst()
}

export async function setForgotten(connection: Connection, userId: string, version: number): Promise<void> {
  await connection
    .updateTable('users')
    .set({ forgotten_version: version })
    .where('id', '=', userId)
    .where('forgotten_version', '<', version)
    .execute()
}
