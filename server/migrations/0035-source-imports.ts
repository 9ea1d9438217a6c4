import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Lists of subscriptions that are brought in, and what became of each. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('source_imports')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('source_imports_by_user_id').on('source_imports').column('user_id').execute()
  // An account has one under way.
  await db.schema
    .createIndex('open_source_imports')
    .unique()
    .on('source_imports')
    .column('user_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
  await db.schema
    .createTable('import_items')
    .addColumn('import_id', 'bigint', (column) =>
      column.notNull().references('source_imports.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('podcast_id', 'bigint')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('import_items_key', ['import_id', 'ordinal'])
    .execute()
}
