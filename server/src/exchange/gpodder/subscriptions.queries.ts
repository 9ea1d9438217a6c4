import { isPublicOrUnlisted } from '../../catalogue/editing/record-rows.queries.ts'
import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { FedPodcast } from './feed-addresses.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** A subscription by the name that device_subscriptions have for it. */
export interface Subscription {
  readonly subscription: string
  readonly url: string
}

export interface DeviceSubscription extends Subscription {
  readonly told_at: number
  readonly removed_at: number | null
}

export async function listDeviceSubscriptions(
  connection: Connection,
  deviceId: string,
): Promise<DeviceSubscription[]> {
  return await connection
    .selectFrom('device_subscriptions')
    .where('device_id', '=', deviceId)
    .orderBy('subscription')
    .select(['subscription', 'url', 'told_at', 'removed_at'])
    .execute()
}

/** By which addresses a device knows what it is subscribed to, by the names of the subscriptions. */
export async function deviceAddresses(
  connection: Connection,
  deviceId: string,
): Promise<Map<string, string>> {
  const rows = await connection
    .selectFrom('device_subscriptions')
    .where('device_id', '=', deviceId)
    .where('removed_at', 'is', null)
    .select(['subscription', 'url'])
    .execute()
  return new Map(rows.map(({ subscription, url }) => [subscription, url]))
}

/** @param toldAt epoch seconds; 0 for what the device itself has said */
export async function putDeviceSubscriptions(
  { connection, dialect }: Db,
  deviceId: string,
  subscriptions: readonly Subscription[],
  toldAt: number,
): Promise<void> {
  if (subscriptions.length === 0) return
  const rows = dialect.jsonRows(subscriptions.map(({ subscription, url }) => [subscription, url]))
  await sql`
    insert into device_subscriptions (device_id, subscription, url, told_at)
    select cast(${deviceId} as text), value ->> 0, value ->> 1, cast(${toldAt} as bigint) from ${rows} where true
    on conflict (device_id, subscription)
      do update set url = excluded.url, told_at = excluded.told_at, removed_at = null`.execute(connection)
}

/** @param removedAt epoch seconds; 0 for what the device itself has said */
export async function endDeviceSubscriptions(
  { connection, dialect }: Db,
  deviceId: string,
  subscriptions: readonly string[],
  removedAt: number,
): Promise<void> {
  if (subscriptions.length === 0) return
  await connection
    .updateTable('device_subscriptions')
    .set({ removed_at: removedAt })
    .where('device_id', '=', deviceId)
    .where('subscription', 'in', dialect.textSet(subscriptions))
    .execute()
}

/** The followed podcasts without drafts, followed first first. */
export async function listFollowed(connection: Connection, userId: string): Promise<FedPodcast[]> {
  return await connection
    .selectFrom('follows')
    .innerJoin('podcasts', 'podcasts.id', 'follows.podcast_id')
    .where('follows.user_id', '=', userId)
    .where(isPublicOrUnlisted)
    .orderBy('follows.followed_at')
    .orderBy('follows.podcast_id')
    .select(['podcasts.id', 'podcasts.is_public'])
    .execute()
}

export async function listSubscriptionTitles(
  { connection, dialect }: Db,
  podcastIds: readonly number[],
): Promise<Map<number, string>> {
  if (podcastIds.length === 0) return new Map()
  const rows = await connection
    .selectFrom('podcasts')
    .where('id', 'in', dialect.idSet(podcastIds))
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** @returns whether the device had another token, or none */
export async function setFeedToken(
  connection: Connection,
  deviceId: string,
  tokenHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('devices')
    .set({ feed_token_hash: tokenHash })
    .where('id', '=', deviceId)
    .where((is) => is.or([is('feed_token_hash', 'is', null), is('feed_token_hash', '!=', tokenHash)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** As often as it is made. */
export async function putFeedToken(
  connection: Connection,
  { userId, name, tokenHash }: { readonly userId: string; readonly name: string; readonly tokenHash: string },
  now: number,
): Promise<void> {
  await connection
    .insertInto('feed_tokens')
    .values({ user_id: userId, name, token_hash: tokenHash, created_at: now })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

/** Devices go on by the address that they know. */
export async function renameDeviceSubscriptions(
  connection: Connection,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const own = connection.selectFrom('devices').where('user_id', '=', userId).select('id')
  await sql`
    insert into device_subscriptions (device_id, subscription, url, told_at, removed_at)
    select device_id, cast(${to} as text), url, told_at, removed_at from device_subscriptions
    where subscription = ${from} and device_id in (${own})
    on conflict do nothing`.execute(connection)
  await connection
    .deleteFrom('device_subscriptions')
    .where('subscription', '=', from)
    .where('device_id', 'in', own)
    .execute()
}
