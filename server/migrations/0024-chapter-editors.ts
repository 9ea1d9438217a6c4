import { type Kysely, sql } from 'kysely'

/** Who wrote the chapters of a recording, and when; neither where they are those of its sound. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('recordings')
    .addColumn('chapters_saved_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('recordings').addColumn('chapters_saved_at', 'bigint').execute()
  // The deletion of an account looks for them.
  await db.schema
    .createIndex('recordings_by_chapters_saved_by')
    .on('recordings')
    .column('chapters_saved_by')
    .where(sql.ref('chapters_saved_by'), 'is not', null)
    .execute()
}
