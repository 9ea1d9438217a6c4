import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/**
 * Episodes are searched, and names of all kinds are suggested while somebody types. What a database has already is
 * indexed by a job.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect.fullText.createIndex(db, 'search_episodes')
  if (dialect.engine === 'sqlite') {
    // As of the other indexes since 0011.
    await sql`insert into search_episodes (search_episodes, rank)
      values ('automerge', 0), ('crisismerge', 1000)`.execute(db)
  }
  await db.schema
    .createTable('search_names')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('phrases', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_names_key', ['kind', 'id'] as never)
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await db.schema
    .createTable('search_name_terms')
    .addColumn('term', dialect.sortKey as never, (column) => column.notNull())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_name_terms_key', ['term', 'id'] as never)
    // The key is the whole row: on SQLite one tree instead of two.
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
}
