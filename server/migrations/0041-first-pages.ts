import type { Kysely } from 'kysely'

/** How many items the first page of a podcast's feed has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('podcast_feeds')
    .addColumn('first_page_items', 'integer', (column) => column.notNull().defaultTo(1000))
    .execute()
}
