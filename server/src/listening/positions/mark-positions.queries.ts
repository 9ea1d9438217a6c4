import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { recordingDuration } from '../../catalogue/editing/recording-files.queries.ts'
import type { Keeper } from '../../http/input/device.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** Times increase even after the clock was set back. */
const laterThan = (now: number) =>
  sql<number>`case when positions.updated_at < ${now} then cast(${now} as bigint) else positions.updated_at + 1 end`

/**
 * Puts the positions of those that are not finished at the end; at their place where no duration is known.
 *
 * @param version of new positions
 * @throws MissingRowError when a recording is deleted meanwhile
 */
export async function finish(
  { connection, dialect }: Db,
  { userId, deviceId, deviceName }: Keeper,
  recordingIds: readonly number[],
  { version, now }: { readonly version: number; readonly now: number },
): Promise<void> {
  await sql`
    insert into positions (user_id, recording_id, position_ms, finished_at, playback_rate_percent, version,
      base_version, device_id, device_name, updated_at)
    select cast(${userId} as text), recordings.id, coalesce(${recordingDuration}, 0), cast(${now} as bigint), 100,
      cast(${version} as bigint), 0, cast(${deviceId} as text), cast(${deviceName} as text), cast(${now} as bigint)
    from recordings left join media as audio on audio.id = recordings.media_id
    where recordings.id in ${dialect.idSet(recordingIds)}
    on conflict (user_id, recording_id) do update set
      position_ms = case when excluded.position_ms > positions.position_ms
        then excluded.position_ms else positions.position_ms end,
      finished_at = excluded.finished_at, version = positions.version + 1, base_version = positions.version,
      device_id = excluded.device_id, device_name = excluded.device_name, updated_at = ${laterThan(now)}
    where positions.finished_at is null`.execute(connection)
}

/** Puts the positions of those that are begun or finished at the beginning. */
export async function unfinish(
  { connection, dialect }: Db,
  { userId, deviceId, deviceName }: Keeper,
  recordingIds: readonly number[],
  now: number,
): Promise<void> {
  await connection
    .updateTable('positions')
    .set((is) => ({
      position_ms: 0,
      finished_at: null,
      version: is('version', '+', 1),
      base_version: is.ref('version'),
      device_id: deviceId,
      device_name: deviceName,
      updated_at: laterThan(now),
    }))
    .where('user_id', '=', userId)
    .where('recording_id', 'in', dialect.idSet(recordingIds))
    .where((is) => is.or([is('position_ms', '>', 0), is('finished_at', 'is not', null)]))
    .execute()
}
