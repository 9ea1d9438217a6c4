import type { Selectable } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { DevicesTable } from '../../db/schema/apps.ts'

export type DeviceRow = Omit<Selectable<DevicesTable>, 'password_hash'>

const columns = [
  'devices.id',
  'devices.user_id',
  'devices.name',
  'devices.app_id',
  'devices.app_caption',
  'devices.app_type',
  'devices.created_at',
  'devices.last_seen_at',
  'devices.last_answer_at',
  'devices.last_since',
  'devices.session_number',
  'devices.feed_token_hash',
] as const

export async function listDevices(connection: Connection, userId: string): Promise<DeviceRow[]> {
  return await connection
    .selectFrom('devices')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(columns)
    .execute()
}

export async function findDevice(
  connection: Connection,
  userId: string,
  id: string,
): Promise<DeviceRow | undefined> {
  return await connection
    .selectFrom('devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(columns)
    .executeTakeFirst()
}

export async function countDevices(connection: Connection, userId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('devices')
    .where('user_id', '=', userId)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewDeviceRow {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly passwordHash: string
  readonly now: number
}

export async function insertDevice(
  connection: Connection,
  { id, userId, name, passwordHash, now }: NewDeviceRow,
): Promise<void> {
  await connection
    .insertInto('devices')
    .values({ id, user_id: userId, name, password_hash: passwordHash, created_at: now })
    .execute()
}

export async function deleteDevice(connection: Connection, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The private feeds that a device was told end with it. */
export async function deleteFeedTokenOf(
  connection: Connection,
  userId: string,
  tokenHash: string,
): Promise<void> {
  await connection
    .deleteFrom('feed_tokens')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** A device with the address of its account, which is confirmed. */
export type SignedInDevice = DeviceRow & { readonly email: string; readonly email_key: string }

function selectSignedIn(connection: Connection) {
  return connection
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .where('users.email_confirmed_at', 'is not', null)
    .select([...columns, 'users.email', 'users.email_key'])
}

export async function findDeviceByPassword(
  connection: Connection,
  emailKey: string,
  passwordHash: string,
): Promise<SignedInDevice | undefined> {
  return await selectSignedIn(connection)
    .where('devices.password_hash', '=', passwordHash)
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst()
}

export async function findSignedInDevice(
  connection: Connection,
  id: string,
): Promise<SignedInDevice | undefined> {
  return await selectSignedIn(connection).where('devices.id', '=', id).executeTakeFirst()
}

/** Its cookies are not valid any more. */
export async function endDeviceSession(connection: Connection, id: string): Promise<void> {
  await connection
    .updateTable('devices')
    .set((is) => ({ session_number: is('session_number', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** At most once a minute. */
export async function setLastSeen(connection: Connection, id: string, now: number): Promise<void> {
  await connection
    .updateTable('devices')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('last_seen_at', 'is', null),
        is('last_seen_at', '<', now - 60_000),
        is('last_seen_at', '>', now),
      ]),
    )
    .execute()
}

/** @param app what it calls itself; null: as it is */
export async function setDeviceApp(
  connection: Connection,
  id: string,
  app: { readonly id: string; readonly caption: string | null; readonly type: string | null },
): Promise<void> {
  await connection
    .updateTable('devices')
    .set({
      app_id: app.id,
      ...(app.caption === null ? {} : { app_caption: app.caption }),
      ...(app.type === null ? {} : { app_type: app.type }),
    })
    .where('id', '=', id)
    .execute()
}

/** Locks a device until the end of the transaction. Undefined when it was removed. */
export async function lockDevice(transaction: Connection, id: string): Promise<DeviceRow | undefined> {
  return await transaction
    .updateTable('devices')
    .set((build) => ({ last_answer_at: build.ref('last_answer_at') }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Epoch seconds. */
export async function setLastAnswer(
  transaction: Connection,
  id: string,
  { timestamp, since }: { readonly timestamp: number; readonly since: number },
): Promise<void> {
  await transaction
    .updateTable('devices')
    .set({ last_answer_at: timestamp, last_since: since })
    .where('id', '=', id)
    .execute()
}
