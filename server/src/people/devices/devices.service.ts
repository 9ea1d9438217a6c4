import { maxDevices } from '@earmark/contract/limits.ts'
import type { Device, NewDevice } from '@earmark/contract/devices.ts'
import { randomUUID } from 'node:crypto'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { hashToken } from '../mail/email-tokens.ts'
import { lockAccount } from '../users/users.queries.ts'
import { deviceFeedToken } from './device-feed-token.ts'
import { hashDevicePassword, makeDevicePassword } from './device-passwords.ts'
import * as devices from './devices.queries.ts'

const instant = (ms: number) => new Date(ms).toISOString()

export function deviceView({ id, name, created_at, last_seen_at }: devices.DeviceRow): Device {
  return {
    id,
    name,
    createdAt: instant(created_at),
    lastSeenAt: last_seen_at === null ? null : instant(last_seen_at),
  }
}

export async function addDevice(
  { db, clock }: Pick<PeopleDeps, 'db' | 'clock'>,
  userId: string,
  name: string,
  failure: FailureOf<'TooManyDevices' | 'Unauthorized'>,
): Promise<NewDevice> {
  return await db.connection
    .transaction()
    .execute((transaction) => addDeviceWithin(transaction, { userId, name, now: clock() }, failure))
}

/** With the private feeds that it was told. */
export async function removeDevice(
  { db, tokenKeys }: Pick<PeopleDeps, 'db' | 'tokenKeys'>,
  userId: string,
  id: string,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await db.connection.transaction().execute(async (transaction) => {
    const device = await devices.findDevice(transaction, userId, id)
    if (!device || !(await devices.deleteDevice(transaction, userId, id))) throw failure('NotFound')
    const tokenHash = device.feed_token_hash ?? hashToken(deviceFeedToken(tokenKeys, id))
    await devices.deleteFeedTokenOf(transaction, userId, tokenHash)
  })
}

interface NewDeviceOf {
  readonly userId: string
  readonly name: string
  readonly now: number
  /** Of an app that can derive it again. */
  readonly password?: string
}

/** The account's lock keeps two from becoming the twentieth. */
export async function addDeviceWithin(
  transaction: Connection,
  { userId, name, now, password = makeDevicePassword() }: NewDeviceOf,
  failure: FailureOf<'TooManyDevices' | 'Unauthorized'>,
): Promise<NewDevice> {
  if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
  if ((await devices.countDevices(transaction, userId)) >= maxDevices) throw failure('TooManyDevices')
  const id = randomUUID()
  const passwordHash = hashDevicePassword(password)
  await devices.insertDevice(transaction, { id, userId, name, passwordHash, now })
  return { id, name, createdAt: instant(now), lastSeenAt: null, password }
}
