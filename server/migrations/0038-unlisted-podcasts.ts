import { type Kysely, sql } from 'kysely'

/** Podcasts that listeners add for themselves are listed nowhere; what their feeds name is asked for with a listener's rights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('podcasts')
    .addColumn('is_unlisted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // What is hidden from everybody is few, however much listeners have for themselves.
  await db.schema
    .createIndex('podcasts_drafts')
    .on('podcasts')
    .column('id')
    .where(sql.ref('is_public'), '=', sql.lit(0))
    .where(sql.ref('is_unlisted'), '=', sql.lit(0))
    .execute()
  await db.schema
    .alterTable('sources')
    .addColumn('is_of_editor', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
