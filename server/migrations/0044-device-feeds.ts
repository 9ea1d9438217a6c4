import type { Kysely } from 'kysely'

/** Of the token of a device's private feeds: one that its listener has closed is not made again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('feed_token_hash', 'text').execute()
}
