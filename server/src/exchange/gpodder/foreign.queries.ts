import { sql } from 'kysely'
import { hash } from 'node:crypto'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { PlayAction } from './actions.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** Of one account; the oldest go first. */
export const maxForeign = 5000
const lifeMs = 90 * 24 * 3_600_000

export const foreignKey = (...texts: string[]): string => hash('sha256', texts.join('\n'))

/** What an app has played that is not here: the last of each episode waits until it is. */
export async function putForeignActions(
  { connection, dialect }: Db,
  { id: deviceId, user_id: userId }: { readonly id: string; readonly user_id: string },
  actions: readonly PlayAction[],
  now: number,
): Promise<void> {
  if (actions.length === 0) return
  const byKey = new Map(
    actions
      .toSorted((one, other) => one.at - other.at)
      .map((action) => [foreignKey(action.podcast, action.episode), action]),
  )
  const rows = [...byKey].map(([key, { podcast, episode, guid, position, total, at }]) => {
    const ms = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1000))
    return [key, podcast, episode, guid, ms(position), ms(total), at]
  })
  await sql`
    insert into foreign_actions (user_id, device_id, key, podcast, episode, guid, position_ms, total_ms, at, saved_at)
    select cast(${userId} as text), cast(${deviceId} as text), value ->> 0, value ->> 1, value ->> 2, value ->> 3,
      cast(value ->> 4 as bigint), cast(value ->> 5 as bigint), cast(value ->> 6 as bigint), cast(${now} as bigint)
    from ${dialect.jsonRows(rows)} where true
    on conflict (user_id, key) do update set device_id = excluded.device_id, guid = excluded.guid,
      position_ms = excluded.position_ms, total_ms = excluded.total_ms, at = excluded.at, saved_at = excluded.saved_at
      where excluded.at >= foreign_actions.at`.execute(connection)
  await trimForeignActions(connection, userId, now)
}

async function trimForeignActions(connection: Connection, userId: string, now: number): Promise<void> {
  const newest = connection
    .selectFrom('foreign_actions')
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxForeign)
    .select('id')
  await connection
    .deleteFrom('foreign_actions')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('saved_at', '<', now - lifeMs), is('id', 'not in', newest)]))
    .execute()
}

export async function listForeignSubscriptions(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom('foreign_subscriptions')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('url')
    .select('url')
    .execute()
  return rows.map(({ url }) => url)
}

/** As many as an account may have; others are dropped. */
export async function insertForeignSubscriptions(
  { connection, dialect }: Db,
  userId: string,
  urls: readonly string[],
  now: number,
): Promise<void> {
  const present = await listForeignSubscriptions(connection, userId)
  const added = urls
    .filter((url) => !present.includes(url))
    .slice(0, Math.max(0, maxForeign - present.length))
  if (added.length === 0) return
  await sql`
    insert into foreign_subscriptions (user_id, url, created_at)
    select cast(${userId} as text), value ->> 0, cast(${now} as bigint)
    from ${dialect.jsonRows(added.map((url) => [url]))} where true
    on conflict do nothing`.execute(connection)
}

export async function deleteForeignSubscriptions(
  { connection, dialect }: Db,
  userId: string,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  await connection
    .deleteFrom('foreign_subscriptions')
    .where('user_id', '=', userId)
    .where('url', 'in', dialect.textSet(urls))
    .execute()
}

/** What a device has played of one podcast, as the app calls it. */
export async function listForeignActions(
  connection: Connection,
  deviceId: string,
  podcast: string,
): Promise<PlayAction[]> {
  const rows = await connection
    .selectFrom('foreign_actions')
    .where('device_id', '=', deviceId)
    .where('podcast', '=', podcast)
    .select(['podcast', 'episode', 'guid', 'position_ms', 'total_ms', 'at'])
    .execute()
  return rows.map(({ position_ms, total_ms, ...row }) => ({
    ...row,
    position: position_ms / 1000,
    total: total_ms === null ? null : total_ms / 1000,
  }))
}

/** Of episodes that are here now. */
export async function deleteForeignActions(
  { connection, dialect }: Db,
  userId: string,
  actions: readonly PlayAction[],
): Promise<void> {
  if (actions.length === 0) return
  const keys = actions.map(({ podcast, episode }) => foreignKey(podcast, episode))
  await connection
    .deleteFrom('foreign_actions')
    .where('user_id', '=', userId)
    .where('key', 'in', dialect.textSet(keys))
    .execute()
}

interface WaitingPodcast {
  readonly user_id: string
  readonly device_id: string
  readonly podcast: string
}

/** Whose apps have played what is not here, of podcasts at any of these addresses. */
export async function listWaitingPodcasts(
  { connection, dialect }: Db,
  urls: readonly string[],
): Promise<WaitingPodcast[]> {
  const beginnings = urls.map((url) => url.slice(0, indexedLength))
  return await connection
    .selectFrom('foreign_actions')
    .where(sql<string>`substr(podcast, 1, ${sql.lit(indexedLength)})`, 'in', dialect.textSet(beginnings))
    .where('podcast', 'in', dialect.textSet(urls))
    .select(['user_id', 'device_id', 'podcast'])
    .distinct()
    .execute()
}

/** Characters of an address that are in the index. */
const indexedLength = 200
