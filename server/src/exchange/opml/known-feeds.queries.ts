import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

/** The public podcasts that an account follows, by their names. */
export async function listFollowedFeeds(
  connection: Connection,
  userId: string,
): Promise<{ id: number; name: string }[]> {
  return await connection
    .selectFrom('follows')
    .innerJoin('podcasts', 'podcasts.id', 'follows.podcast_id')
    .where('follows.user_id', '=', userId)
    .where('podcasts.is_public', '=', 1)
    .orderBy('podcasts.name_sort')
    .orderBy('podcasts.id')
    .select(['podcasts.id', 'podcasts.name'])
    .execute()
}

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** Public podcasts by their ids, or by the addresses that their feeds had at other places. */
export async function listKnownFeeds(
  { connection, dialect }: Db,
  { ids, urls }: { readonly ids: readonly number[]; readonly urls: readonly string[] },
): Promise<{ id: number; feed_url: string | null }[]> {
  if (ids.length === 0 && urls.length === 0) return []
  const known = sql<string>`(select value ->> 0 from ${dialect.jsonRows(urls.map((url) => [url]))})`
  return await connection
    .selectFrom('podcasts')
    .where('is_public', '=', 1)
    .where((is) => is.or([is('id', 'in', dialect.idSet(ids)), is('feed_url', 'in', known)]))
    .orderBy('id')
    .select(['id', 'feed_url'])
    .execute()
}
