import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

/** Followed podcasts with episodes that are to become entries of the library: one look into an index for each follow. */
export async function listArrivedPodcasts(connection: Connection, userId: string): Promise<number[]> {
  const rows = await connection
    .selectFrom('follows')
    .where('user_id', '=', userId)
    .where((is) =>
      is.exists(
        is
          .selectFrom('episodes')
          .select('episodes.id')
          .whereRef('episodes.podcast_id', '=', 'follows.podcast_id')
          .whereRef('episodes.public_at', '>', 'follows.added_until'),
      ),
    )
    .select('podcast_id')
    .execute()
  return rows.map(({ podcast_id }) => podcast_id)
}

/** Adds the episodes of these podcasts, hidden ones as well, as of when they became public. */
export async function insertArrivals(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  podcastIds: readonly number[],
): Promise<void> {
  const ids = dialect.idSet(podcastIds)
  await sql`
    insert into library_entries (user_id, recording_id, created_at)
    select follows.user_id, recordings.id, episodes.public_at
    from follows join episodes on episodes.podcast_id = follows.podcast_id
      and episodes.public_at > follows.added_until
      join recordings on recordings.episode_id = episodes.id
    where follows.user_id = ${userId} and follows.podcast_id in ${ids}
    order by episodes.public_at, episodes.id
    on conflict do nothing`.execute(connection)
  await connection
    .updateTable('follows')
    .set((is) => ({
      added_until: is
        .selectFrom('episodes')
        .whereRef('episodes.podcast_id', '=', 'follows.podcast_id')
        .select((of) => of.fn.coalesce(of.fn.max('episodes.public_at'), 'follows.added_until').as('newest')),
    }))
    .where('user_id', '=', userId)
    .where('podcast_id', 'in', ids)
    .execute()
}
