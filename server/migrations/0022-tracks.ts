import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/**
 * A recording's address is the medium that it names itself; files of its own has only one of several files. The table is
 * made anew: SQLite adds no column that is not null.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('recordings')
    .addColumn('media_id', 'bigint', (column) => column.references('media.id'))
    .execute()
  await sql`update recordings set media_id = file.media_id
    from recording_files as file where file.recording_id = recordings.id`.execute(db)
  await db.schema.createIndex('recordings_by_media_id').on('recordings').column('media_id').execute()
  await db.schema.dropTable('recording_files').execute()
  await db.schema
    .createTable('recording_files')
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('media_id', 'bigint', (column) => column.notNull().references('media.id'))
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text')
    .addPrimaryKeyConstraint('recording_files_key', ['recording_id', 'ordinal'])
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await db.schema
    .createIndex('recording_files_by_media_id')
    .on('recording_files')
    .column('media_id')
    .execute()
}
