import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Media that are an index of our own and slices of other media's files. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('media').addColumn('joined_bytes', 'bigint').execute()
  await db.schema
    .createTable('joined_parts')
    .addColumn('joined_id', 'bigint', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('media_id', 'bigint', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('joined_parts_key', ['joined_id', 'ordinal'])
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await db.schema
    .createIndex('joined_parts_by_media_id')
    .on('joined_parts')
    .column('media_id')
    .unique()
    .execute()
}
