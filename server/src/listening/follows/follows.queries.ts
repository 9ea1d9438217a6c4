import { sql } from 'kysely'
import { isPodcastShownTo } from '../../catalogue/editing/record-rows.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'

export interface FollowRow {
  readonly podcast_id: number
  readonly followed_at: number
  readonly auto_download: 0 | 1
  /** Separated by commas, the newest first; null for none. */
  readonly new_episode_ids: string | null
}

/** Followed last first, with drafts, whose new episodes do not count. */
export async function listFollows(connection: Connection, userId: string): Promise<FollowRow[]> {
  return await connection
    .selectFrom('follows')
    .where('follows.user_id', '=', userId)
    .orderBy('follows.followed_at', 'desc')
    .orderBy('follows.podcast_id', 'desc')
    .select(['follows.podcast_id', 'follows.followed_at', 'follows.auto_download'])
    .select((is) =>
      is
        .selectFrom('episodes')
        .whereRef('episodes.podcast_id', '=', 'follows.podcast_id')
        .whereRef('episodes.public_at', '>', 'follows.followed_after')
        .where('episodes.is_public', '=', sql.lit<1>(1))
        .where('episodes.id', 'not in', selectHeardEpisodes(connection, userId))
        .select(
          sql<string>`string_agg(cast(episodes.id as text), ',' order by public_at desc, episodes.id desc)`.as(
            'ids',
          ),
        )
        .as('new_episode_ids'),
    )
    .execute()
}

/** The ids of episodes that an account has begun or finished. */
function selectHeardEpisodes(connection: Connection, userId: string) {
  return connection
    .selectFrom('positions')
    .innerJoin('recordings', 'recordings.id', 'positions.recording_id')
    .where('positions.user_id', '=', userId)
    .where((is) => is.or([is('positions.position_ms', '>', 0), is('positions.finished_at', 'is not', null)]))
    .where('recordings.episode_id', 'is not', null)
    .select('recordings.episode_id')
}

/** The recordings of new episodes of followed podcasts, neither begun nor finished, newest first. */
export async function listNewEpisodes(
  connection: Connection,
  userId: string,
  limit: number,
): Promise<number[]> {
  const newest = connection
    .selectFrom('follows')
    .innerJoin('podcasts', 'podcasts.id', 'follows.podcast_id')
    .innerJoin('episodes', 'episodes.podcast_id', 'follows.podcast_id')
    .where('follows.user_id', '=', userId)
    .whereRef('episodes.public_at', '>', 'follows.followed_after')
    .where(isPodcastShownTo(userId))
    .where('episodes.is_public', '=', 1)
    .where('episodes.id', 'not in', selectHeardEpisodes(connection, userId))
    .orderBy('episodes.public_at', 'desc')
    .orderBy('episodes.id', 'desc')
    .limit(limit)
    .select(['episodes.id', 'episodes.public_at'])
  const rows = await connection
    .selectFrom(newest.as('newest'))
    .innerJoin('recordings', 'recordings.episode_id', 'newest.id')
    .orderBy('newest.public_at', 'desc')
    .orderBy('newest.id', 'desc')
    .select('recordings.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface FollowChoice {
  readonly autoDownload: boolean | null
  readonly now: number
  readonly isGiven: boolean
}

/**
 * Follows from the newest episode on. One that is followed stays so.
 *
 * @param autoDownload null: as it is
 * @param isGiven whether the account has told the address of its feed, so that it may follow one that is not listed
 * @returns false for a podcast that it may not follow
 */
export async function insertFollow(
  connection: Connection,
  userId: string,
  podcastId: number,
  { autoDownload, now, isGiven }: FollowChoice,
): Promise<boolean> {
  const newest = sql`coalesce((select max(public_at) from episodes where podcast_id = podcasts.id), 0)`
  const download = autoDownload === null ? null : Number(autoDownload)
  const { rows } = await sql`
    insert into follows (user_id, podcast_id, followed_at, followed_after, added_until, auto_download)
    select cast(${userId} as text), podcasts.id, cast(${now} as bigint), ${newest}, ${newest},
      coalesce(cast(${download} as bigint), 0)
    from podcasts where podcasts.id = ${podcastId}
      and ${isGiven ? sql`(podcasts.is_public = 1 or podcasts.is_unlisted = 1)` : isPodcastShownTo(userId)}
    on conflict (user_id, podcast_id)
      do update set auto_download = coalesce(cast(${download} as bigint), follows.auto_download)
    returning podcast_id`.execute(connection)
  return rows.length > 0
}

export async function deleteFollow(connection: Connection, userId: string, podcastId: number): Promise<void> {
  await connection
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('podcast_id', '=', podcastId)
    .execute()
}
