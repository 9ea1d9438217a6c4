import type { Kysely } from 'kysely'

/** Who wrote the chapters of a recording, and when; neither where they are those of its sound. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recordings').addColumn('chapters_saved_by', 'text').execute()
  await db.schema.alterTable('recordings').addColumn('chapters_saved_at', 'bigint').execute()
}
