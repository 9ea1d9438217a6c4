import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** A full-text index for each kind of record, and the vocabulary by which typing errors are found. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const index of ['search_audio_books', 'search_podcasts', 'search_creators', 'search_users'])
    await dialect.fullText.createIndex(db, index)

  await db.schema
    .createTable('search_words')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('word', dialect.sortKey as never, (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('search_word_forms')
    .addColumn('form', dialect.sortKey as never, (column) => column.notNull())
    .addColumn('word_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_word_forms_key', ['form', 'word_id'] as never)
    // The key is the whole row: on SQLite one tree instead of two.
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
}
