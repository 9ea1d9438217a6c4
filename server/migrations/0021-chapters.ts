import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Chapters of recordings, and those that the file of a medium has. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('media').addColumn('chapters', 'text').execute()
  await db.schema
    .alterTable('recordings')
    .addColumn('chapters_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('recordings')
    .addColumn('chapters_source', 'text', (column) => column.notNull().defaultTo('None'))
    .execute()
  await db.schema
    .createTable('chapters')
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chapters_key', ['recording_id', 'ordinal'])
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
}
