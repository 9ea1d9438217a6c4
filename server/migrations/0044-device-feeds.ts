import { type Kysely, sql } from 'kysely'

/** When the private feeds of a device were made: those that its listener has closed are not made again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('feeds_opened_at', 'bigint').execute()
  await sql`update devices set feeds_opened_at = created_at
    where id in (select device_id from device_subscriptions where url like '%/feeds/p/%')`.execute(db)
}
