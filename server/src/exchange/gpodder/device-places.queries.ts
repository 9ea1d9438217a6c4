import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

interface Told {
  readonly recordingId: number
  readonly version: number
}

/** Tellings of the last answer have arrived, or count as never made; those of what is told again are `insertTellings`'. */
export async function settleTellings(
  { connection, dialect }: Db,
  { deviceId, areConfirmed }: { readonly deviceId: string; readonly areConfirmed: boolean },
  again: readonly Told[],
): Promise<void> {
  await connection
    .updateTable('device_places')
    .set((column) => ({
      ...(areConfirmed ? { known_version: column.ref('told_version'), again_at: null } : {}),
      told_version: null,
      told_at: null,
    }))
    .where('device_id', '=', deviceId)
    .where('told_version', 'is not', null)
    .where('recording_id', 'not in', dialect.idSet(again.map(({ recordingId }) => recordingId)))
    .execute()
}

/**
 * Settles what the device was told of them before in the same write.
 *
 * @param toldAt epoch seconds, the timestamp of the answer
 */
export async function insertTellings(
  { connection, dialect }: Db,
  asked: { readonly deviceId: string; readonly areConfirmed: boolean; readonly toldAt: number },
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return
  const { deviceId, areConfirmed, toldAt } = asked
  const confirmed = sql`known_version = coalesce(device_places.told_version, device_places.known_version),
    again_at = case when device_places.told_version is null then device_places.again_at end,`
  const rows = dialect.jsonRows(told.map(({ recordingId, version }) => [recordingId, version]))
  await sql`
    insert into device_places (device_id, recording_id, told_version, told_at)
    select cast(${deviceId} as text), recordings.id, cast(row.value ->> 1 as bigint), cast(${toldAt} as bigint)
    from (select value from ${rows}) as row
      inner join recordings on recordings.id = cast(row.value ->> 0 as bigint) where true
    on conflict (device_id, recording_id) do update
      set ${areConfirmed ? confirmed : sql``} told_version = excluded.told_version, told_at = excluded.told_at`.execute(
    connection,
  )
}

/** Tellings that an action of the device has crossed. */
export async function cancelTellings(
  { connection, dialect }: Db,
  deviceId: string,
  crossed: readonly { readonly recordingId: number; readonly againAt: number }[],
): Promise<void> {
  if (crossed.length === 0) return
  const rows = dialect.jsonRows(crossed.map(({ recordingId, againAt }) => [recordingId, againAt]))
  await sql`
    update device_places set told_version = null, told_at = null, again_at = crossed.again_at
    from (select cast(value ->> 0 as bigint) as recording_id, cast(value ->> 1 as bigint) as again_at
      from ${rows}) as crossed
    where device_places.device_id = ${deviceId} and device_places.recording_id = crossed.recording_id
      and device_places.recording_id in ${dialect.idSet(crossed.map(({ recordingId }) => recordingId))}`.execute(
    connection,
  )
}
