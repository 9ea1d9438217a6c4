import type { Kysely } from 'kysely'

/** Until when the host of a source asks to be left alone; the session of a device that its cookie is of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('held_until', 'bigint').execute()
  await db.schema
    .alterTable('devices')
    .addColumn('session_number', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
