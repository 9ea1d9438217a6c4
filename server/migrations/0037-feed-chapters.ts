import type { Kysely } from 'kysely'

/** Chapters that items of feeds elsewhere name in a document of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source_items').addColumn('chapters_url', 'text').execute()
  await db.schema.alterTable('source_items').addColumn('chapters_due', 'integer').execute()
  await db.schema
    .createIndex('source_items_by_chapters_due')
    .on('source_items')
    .columns(['source_id', 'chapters_due'])
    .execute()
}
