import type { Kysely } from 'kysely'

/** Whether an older episode has the guid of another: feeds elsewhere may all count theirs from 1. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('episodes_by_feed_guid').on('episodes').columns(['feed_guid', 'id']).execute()
}
