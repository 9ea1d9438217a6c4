import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'
import { foldText } from '@earmark/contract/fold.ts'

/** The back office's list of users, in each of its orders from an index. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('name_sort', dialect.sortKey as never, (column) => column.notNull().defaultTo(''))
    .execute()
  await fillSortKeys(db, dialect)
  // SQLite compares every text by code point.
  if (dialect.engine === 'postgres') {
    await db.schema
      .alterTable('users')
      .alterColumn('email_key', (column) => column.setDataType(dialect.sortKey as never))
      .execute()
  }
  await db.schema.createIndex('users_by_name_sort').on('users').columns(['name_sort', 'seq']).execute()
  await db.schema.createIndex('users_by_role').on('users').columns(['role', 'seq']).execute()
  await sql`create index users_by_confirmed on users ((email_confirmed_at is not null), seq)`.execute(db)
}

async function fillSortKeys(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { rows } = await sql<{ seq: number; name: string }>`select seq, name from users`.execute(db)
  const named = dialect.jsonRows(rows.map(({ seq, name }) => [seq, foldText(name)]))
  await sql`
    update users set name_sort = named.value ->> 1 from ${named} as named
    where users.seq = cast(named.value ->> 0 as bigint)`.execute(db)
}
