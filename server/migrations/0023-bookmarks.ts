import type { Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Moments and clips that accounts have marked in recordings. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('bookmarks')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addColumn('end_ms', 'bigint')
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('bookmarks_client_id', ['user_id', 'client_id'])
    .execute()
  await db.schema
    .createIndex('bookmarks_by_user_id_recording_id')
    .on('bookmarks')
    .columns(['user_id', 'recording_id'])
    .execute()
  // A recording that is deleted takes its bookmarks along.
  await db.schema.createIndex('bookmarks_by_recording_id').on('bookmarks').column('recording_id').execute()
}
