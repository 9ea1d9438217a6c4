import { isPublicOrUnlisted } from '../../catalogue/editing/record-rows.queries.ts'
import { parseSourceUrl } from '../sources/source/source-url.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

export interface FollowedFeed {
  readonly id: number
  readonly name: string
  /** Of the source that it is made from; the secret is sealed. */
  readonly url: string | null
  readonly secret: string | null
  readonly is_public: 0 | 1
}

/** The podcasts that an account follows, without drafts, by their names. */
export async function listFollowedFeeds(connection: Connection, userId: string): Promise<FollowedFeed[]> {
  return await connection
    .selectFrom('follows')
    .innerJoin('podcasts', 'podcasts.id', 'follows.podcast_id')
    .leftJoin('sources', 'sources.podcast_id', 'podcasts.id')
    .where('follows.user_id', '=', userId)
    .where(isPublicOrUnlisted)
    .orderBy('podcasts.name_sort')
    .orderBy('podcasts.id')
    .select(['podcasts.id', 'podcasts.name', 'podcasts.is_public', 'sources.url', 'sources.secret'])
    .execute()
}

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

export interface KnownFeed {
  readonly id: number
  readonly is_public: 0 | 1
  /** Where it was brought from. */
  readonly feed_url: string | null
  /** Of the source that it is made from. */
  readonly url_key: string | null
}

export const sourceKeyOf = (url: string): string | null => parseSourceUrl(url)?.urlKey ?? null

/**
 * Public podcasts by their ids, or by the addresses that their feeds had at other places; of an account also those that it
 * has for itself.
 */
export async function listKnownFeeds(
  { connection, dialect }: Db,
  {
    ids,
    urls,
    followedBy,
  }: {
    readonly ids: readonly number[]
    readonly urls: readonly string[]
    readonly followedBy?: string
  },
): Promise<KnownFeed[]> {
  if (ids.length === 0 && urls.length === 0) return []
  const keys = urls.flatMap((url) => sourceKeyOf(url) ?? [])
  return await connection
    .selectFrom('podcasts')
    .leftJoin('sources', 'sources.podcast_id', 'podcasts.id')
    .where((is) => {
      const isPublic = is('podcasts.is_public', '=', 1)
      if (followedBy === undefined) return isPublic
      const follows = is.selectFrom('follows').where('user_id', '=', followedBy).select('podcast_id')
      return is.or([isPublic, is.and([is('podcasts.is_unlisted', '=', 1), is('podcasts.id', 'in', follows)])])
    })
    .where((is) =>
      is.or([
        is('podcasts.id', 'in', dialect.idSet(ids)),
        is('podcasts.feed_url', 'in', dialect.textSet(urls)),
        is('sources.url_key', 'in', dialect.textSet(keys)),
      ]),
    )
    .orderBy('podcasts.id')
    .select(['podcasts.id', 'podcasts.is_public', 'podcasts.feed_url', 'sources.url_key'])
    .execute()
}
