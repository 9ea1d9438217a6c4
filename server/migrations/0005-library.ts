import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/**
 * Entries of a library: each is one audio book or one episode, and nobody has anything twice. Until now nothing could
 * write any, so the table is made anew; SQLite cannot add a check to one that is there.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.dropTable('library_entries').execute()
  await db.schema
    .createTable('library_entries')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('audio_book_id', 'bigint', (column) => column.references('audio_books.id').onDelete('cascade'))
    .addColumn('episode_id', 'bigint', (column) => column.references('episodes.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    // Nulls are equal to nothing: each of the two counts only where its column is filled.
    .addUniqueConstraint('library_entries_audio_book', ['user_id', 'audio_book_id'])
    .addUniqueConstraint('library_entries_episode', ['user_id', 'episode_id'])
    .addCheckConstraint('library_entries_item', sql`(audio_book_id is null) <> (episode_id is null)`)
    .execute()
  await index(db, ['user_id', 'created_at', 'id'])
  // What is deleted takes its entries along.
  await index(db, ['audio_book_id'])
  await index(db, ['episode_id'])
}

async function index(db: Kysely<unknown>, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`library_entries_by_${columns.join('_')}`)
    .on('library_entries')
    .columns(columns as never)
    .execute()
}
