import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** FTS5 merges the parts of its indexes in steps of their own instead of within a write. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect.engine !== 'sqlite') return
  for (const index of ['search_audio_books', 'search_podcasts', 'search_creators', 'search_users']) {
    await configure(db, index, 'automerge', 0)
    // An index of 2 000 segments takes no more writes.
    await configure(db, index, 'crisismerge', 1000)
  }
}

async function configure(db: Kysely<unknown>, index: string, setting: string, value: number): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${setting}, ${sql.lit(value)})`.execute(
    db,
  )
}
