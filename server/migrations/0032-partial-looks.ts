import { type Kysely, sql } from 'kysely'

/** What a look needs to plan again only what has changed since the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('library_books')
    .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('library_book_files')
    .addColumn('folder', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('library_book_files')
    .addColumn('is_missing', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // What stands before the last slash of the path.
  await sql`update library_book_files set folder = rtrim(rtrim(path, replace(path, '/', '')), '/')
    where path like '%/%'`.execute(db)
  await db.schema
    .createIndex('library_book_files_by_folder')
    .on('library_book_files')
    .column('folder')
    .execute()
  // Signatures were of another form.
  await sql`delete from library_dirs`.execute(db)
}
