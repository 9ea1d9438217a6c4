import type { Kysely } from 'kysely'

/** Podcasts that listeners add for themselves are listed nowhere; what their feeds name is asked for with a listener's rights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('podcasts')
    .addColumn('is_unlisted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('sources')
    .addColumn('is_of_editor', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
