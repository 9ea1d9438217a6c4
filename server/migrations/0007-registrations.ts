import type { Kysely } from 'kysely'

/**
 * When somebody registered with an address that nobody has confirmed: only such an account gives way to a new
 * registration. Of those that are there nobody can tell any more who made them; they stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('registered_at', 'bigint').execute()
}
