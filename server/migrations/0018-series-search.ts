import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Series are found by their names; sequences that are no numbers sort by code point in every locale. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await dialect.fullText.createIndex(db, 'search_series')
  if (dialect.engine === 'postgres') {
    await sql`alter table series_books alter column sequence type text collate "C"`.execute(db)
    return
  }
  // As of the other indexes since 0011.
  await sql`insert into search_series (search_series, rank) values ('automerge', 0), ('crisismerge', 1000)`.execute(
    db,
  )
}
