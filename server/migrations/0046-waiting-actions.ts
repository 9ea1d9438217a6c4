import { type Kysely, sql } from 'kysely'

/** What apps have played of a feed that is not here waits for it; its address may be longer than PostgreSQL indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('foreign_actions_by_podcast')
    .on('foreign_actions')
    .column(sql`substr(podcast, 1, 200)`)
    .execute()
}
