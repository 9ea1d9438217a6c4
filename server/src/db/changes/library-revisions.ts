import { sql } from 'kysely'
import type { Connection, Dialect } from '../engine/dialect.ts'
import type { ChangedScope } from '../engine/scopes.ts'

const prefix = 'audio-books/'

/**
 * Counts up the revisions of the library's books whose audio books are changed, in the transaction of the change: a look
 * plans them again (0064). In the order of ids, so that two changes of several cannot wait for each other.
 */
export async function raiseLibraryRevisions(
  connection: Connection,
  { engine }: Dialect,
  scopes: readonly ChangedScope[],
): Promise<void> {
  const changed = scopes
    .filter((scope) => scope.startsWith(prefix))
    .map((scope) => scope.slice(prefix.length))
  const ids = changed.map(Number).filter(Number.isSafeInteger)
  if (ids.length === 0 && !changed.includes('*')) return
  const which = changed.includes('*') ? sql`true` : sql`audio_book_id in (${sql.join(ids)})`
  // SQLite has one writer.
  const locked = engine === 'postgres' ? sql`for update` : sql``
  await sql`update library_books set revision = revision + 1
    where id in (select id from library_books where ${which} order by id ${locked})`.execute(connection)
}
