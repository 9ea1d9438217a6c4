import type { Kysely } from 'kysely'

/** The names that the files of a recording were uploaded with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recording_files').addColumn('file_name', 'text').execute()
}
