import { type Kysely, sql } from 'kysely'

/** Whose word each field of an imported audio book is, and which an editor has set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('field_sources')
    .addColumn('audio_book_id', 'bigint', (column) =>
      column.notNull().references('audio_books.id').onDelete('cascade'),
    )
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('file_value', 'text', (column) => column.notNull())
    .addColumn('hand_at', 'bigint')
    .addColumn('hand_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('field_sources_key', ['audio_book_id', 'field'])
    .execute()
  // The deletion of an account looks for them.
  await db.schema
    .createIndex('field_sources_by_hand_by')
    .on('field_sources')
    .column('hand_by')
    .where(sql.ref('hand_by'), 'is not', null)
    .execute()
}
