import { type Kysely, sql } from 'kysely'

/**
 * How far the library of a follower has got: the `public_at` of the newest episode when the podcast was followed, and of
 * the newest that became an entry. Podcasts that a library holds are followed from now on: those whose episodes were
 * added together, and those that it has all episodes of. Single episodes stay entries of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['followed_after', 'added_until', 'auto_download'])
    await sql`alter table follows add column ${sql.ref(column)} bigint not null default 0`.execute(db)
  await db.schema
    .createIndex('episodes_by_podcast_id_public_at')
    .on('episodes')
    // New episodes are counted in the index alone.
    .columns(['podcast_id', 'public_at', 'is_public'])
    .execute()
  await followKeptPodcasts(db)
}

async function followKeptPodcasts(db: Kysely<unknown>): Promise<void> {
  const newest = sql`(select coalesce(max(public_at), 0) from episodes where episodes.podcast_id = added.podcast_id)`
  await sql`
    with added as (
      select entry.user_id, episodes.podcast_id, count(*) as count
      from library_entries as entry join recordings on recordings.id = entry.recording_id
        join episodes on episodes.id = recordings.episode_id
      group by entry.user_id, episodes.podcast_id, entry.created_at
    )
    insert into follows (user_id, podcast_id, followed_at, followed_after, added_until)
    select user_id, podcast_id, cast(${Date.now()} as bigint), ${newest}, ${newest} from added
    group by user_id, podcast_id
    having max(count) > 1
      or sum(count) = (select count(*) from episodes where episodes.podcast_id = added.podcast_id)`.execute(
    db,
  )
}
