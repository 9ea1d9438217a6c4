import { sql } from 'kysely'
import type { Connection } from './engine/dialect.ts'

/** Rejects when the database does not answer. */
export async function pingDatabase(connection: Connection): Promise<void> {
  await sql`select 1`.execute(connection)
}
