import type { Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Library folders, their files and books, and what imports have made of them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('library_folders')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createTable('library_files')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('folder_id', 'bigint', (column) => column.notNull().references('library_folders.id'))
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('path_key', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('modified_s', 'bigint', (column) => column.notNull())
    .addColumn('print', 'text')
    .addColumn('file_key', 'text')
    .addColumn('facts', 'text')
    .addColumn('refusal', 'text')
    .addColumn('reader_version', 'bigint', (column) => column.notNull())
    .addColumn('looked_at', 'bigint', (column) => column.notNull())
    .addColumn('missing_since', 'bigint')
    .addUniqueConstraint('library_files_path_key', ['folder_id', 'path_key'])
    .execute()
  await db.schema.createIndex('library_files_by_print').on('library_files').column('print').execute()
  await db.schema.createIndex('library_files_by_file_key').on('library_files').column('file_key').execute()
  await db.schema
    .createTable('library_dirs')
    .addColumn('folder_id', 'bigint', (column) => column.notNull().references('library_folders.id'))
    .addColumn('path_key', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('library_dirs_key', ['folder_id', 'path_key'])
    .execute()
  await db.schema
    .createTable('library_books')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('folder_id', 'bigint', (column) => column.notNull().references('library_folders.id'))
    .addColumn('audio_book_id', 'bigint', (column) =>
      column.notNull().unique().references('audio_books.id').onDelete('cascade'),
    )
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('missing_since', 'bigint')
    .execute()
  await db.schema.createIndex('library_books_by_folder_id').on('library_books').column('folder_id').execute()
  await db.schema
    .createTable('library_book_files')
    .addColumn('book_id', 'bigint', (column) =>
      column.notNull().references('library_books.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('print', 'text', (column) => column.notNull())
    .addColumn('file_key', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('library_book_files_key', ['book_id', 'ordinal'])
    .execute()
  await db.schema
    .createIndex('library_book_files_by_print')
    .on('library_book_files')
    .column('print')
    .execute()
  await db.schema
    .createTable('library_groups')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('folder_id', 'bigint', (column) => column.notNull().references('library_folders.id'))
    .addColumn('prints', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('imports')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('folder_id', 'bigint', (column) => column.references('library_folders.id'))
    .addColumn('path', 'text')
    .addColumn('batch', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('import_books')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('import_id', 'bigint', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('audio_book_id', 'bigint', (column) =>
      column.references('audio_books.id').onDelete('set null'),
    )
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('path_sort', 'text', (column) => column.notNull())
    .addColumn('title_sort', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('warnings', 'text', (column) => column.notNull())
    .addColumn('warnings_count', 'bigint', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('import_books_by_import_id_kind')
    .on('import_books')
    .columns(['import_id', 'kind'])
    .execute()
  // An audio book that is deleted is looked for here.
  await db.schema
    .createIndex('import_books_by_audio_book_id')
    .on('import_books')
    .column('audio_book_id')
    .execute()
  await db.schema
    .createIndex('import_books_by_import_id_decision')
    .on('import_books')
    .columns(['import_id', 'decision'])
    .execute()
}
