import type { Kysely } from 'kysely'

/** Pages of feeds elsewhere that are still to be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('archive_url', 'text').execute()
}
