import { type Kysely, sql } from 'kysely'

/**
 * For how long a feed says that it stays as it is, also where it is answered with 304. Each feed is read once more: it may say
 * so, and what else is told of it since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('ttl_ms', 'bigint').execute()
  await sql`update sources set etag = null, last_modified = null, body_hash = null`.execute(db)
}
