import type { Kysely } from 'kysely'

/** Media whose bytes stay in a library folder; those that are there already are stored ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('media').addColumn('origin', 'text').execute()
}
