import type { Kysely } from 'kysely'

/** The seasons of a podcast are counted, and its episodes paged by season, without reading their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('episodes_by_season')
    .on('episodes')
    .columns(['podcast_id', 'is_public', 'season', 'published_at', 'id'])
    .execute()
}
