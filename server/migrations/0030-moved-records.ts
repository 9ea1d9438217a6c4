import type { Kysely } from 'kysely'

/** What was brought from other programs, by their ids; the address of a podcast's feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('moved_records')
    .addColumn('system', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('foreign_id', 'text', (column) => column.notNull())
    .addColumn('own_id', 'text', (column) => column.notNull())
    .addColumn('moved_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('moved_records_key', ['system', 'kind', 'foreign_id'])
    .execute()
  await db.schema.alterTable('podcasts').addColumn('feed_url', 'text').execute()
}
