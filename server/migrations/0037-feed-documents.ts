import type { Kysely } from 'kysely'

/** Chapters and transcripts that items of feeds elsewhere name in documents of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source_items').addColumn('chapters_url', 'text').execute()
  await db.schema.alterTable('source_items').addColumn('transcript_urls', 'text').execute()
  await db.schema.alterTable('source_items').addColumn('documents_due', 'integer').execute()
  await db.schema
    .createIndex('source_items_by_documents_due')
    .on('source_items')
    .columns(['source_id', 'documents_due'])
    .execute()
  await db.schema
    .createTable('transcripts')
    .addColumn('episode_id', 'bigint', (column) =>
      column.notNull().references('episodes.id').onDelete('cascade'),
    )
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('transcripts_key', ['episode_id', 'format'])
    .execute()
}
