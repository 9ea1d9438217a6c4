import type { Kysely } from 'kysely'

/** Pictures that items of feeds elsewhere name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source_items').addColumn('image_url', 'text').execute()
  await db.schema.alterTable('source_items').addColumn('image_due', 'integer').execute()
  await db.schema.alterTable('source_items').addColumn('shown_image_url', 'text').execute()
  await db.schema
    .alterTable('source_items')
    .addColumn('image_media_id', 'bigint', (column) => column.references('media.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('source_items_by_image_media_id')
    .on('source_items')
    .column('image_media_id')
    .execute()
  await db.schema
    .createIndex('source_items_by_image_due')
    .on('source_items')
    .columns(['source_id', 'image_due'])
    .execute()
}
