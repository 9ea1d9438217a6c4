import type { Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Invitations to register: as hashes, one for each address that they are mailed to. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('email_key', 'text', (column) => column.unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('invited_by', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('invitations_by_invited_by').on('invitations').column('invited_by').execute()
}
