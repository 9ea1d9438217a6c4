import type { Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** What accounts need beside their tables: mails waiting to be sent, and counts of what has a limit. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // A session that has ended and a token that was used are simply not there any more.
  await db.schema.alterTable('sessions').dropColumn('ended_at').execute()
  await db.schema.alterTable('email_tokens').dropColumn('used_at').execute()

  await db.schema
    .createTable('mails')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('new_email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('mails_by_due_at').on('mails').column('due_at').execute()
  await db.schema.createIndex('mails_by_user_id').on('mails').column('user_id').execute()

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('resets_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('rate_limits_by_resets_at').on('rate_limits').column('resets_at').execute()

  await db.schema
    .createTable('password_failures')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('password_failures_by_account')
    .on('password_failures')
    .columns(['account', 'address', 'failed_at'])
    .execute()
  await db.schema
    .createIndex('password_failures_by_failed_at')
    .on('password_failures')
    .column('failed_at')
    .execute()
}
