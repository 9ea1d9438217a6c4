import type { Kysely } from 'kysely'

/** Recordings of feeds elsewhere that are fetched into the own storage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('keep_count', 'bigint').execute()
  await db.schema
    .alterTable('source_items')
    .addColumn('kept_media_id', 'bigint', (column) => column.references('media.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('source_items').addColumn('kept_at', 'bigint').execute()
  await db.schema.alterTable('source_items').addColumn('refused_url', 'text').execute()
  await db.schema.alterTable('source_items').addColumn('refused_reason', 'text').execute()
  await db.schema
    .createIndex('source_items_by_kept_media_id')
    .on('source_items')
    .column('kept_media_id')
    .execute()
}
