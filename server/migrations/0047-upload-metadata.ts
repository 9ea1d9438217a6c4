import type { Kysely } from 'kysely'

/** The header that an upload was made with, which its client is told again; null for those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('metadata', 'text').execute()
}
