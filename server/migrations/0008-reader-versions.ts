import type { Kysely } from 'kysely'

/**
 * The version of the reader that found out what is known about a medium; 0 for those before versions were counted.
 * Media that an older reader has read are read again in the background.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('media')
    .addColumn('reader_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
