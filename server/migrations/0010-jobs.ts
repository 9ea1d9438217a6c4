import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Background work of every kind in one table; mails that wait become jobs. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('ran_at', 'bigint')
    .addColumn('progress', 'text')
    .execute()
  await db.schema.createIndex('jobs_by_subject').unique().on('jobs').columns(['kind', 'subject']).execute()
  await db.schema.createIndex('jobs_by_due_at').on('jobs').columns(['kind', 'due_at']).execute()
  await moveMails(db)
  await db.schema.dropTable('mails').execute()
}

interface WaitingMail {
  kind: string
  email: string
  user_id: string | null
  new_email: string | null
  created_at: number
  due_at: number
  attempts: number
}

/** The newest of a purpose first: an older one gives way. */
async function moveMails(db: Kysely<unknown>): Promise<void> {
  const mails = await sql<WaitingMail>`select * from mails order by id desc`.execute(db)
  for (const mail of mails.rows) {
    const { kind, email, user_id, new_email, created_at, due_at, attempts } = mail
    const payload = user_id === null ? { kind, email } : { kind, userId: user_id, email, newEmail: new_email }
    const subject = kind === 'change-email-notice' ? null : `${kind} ${user_id ?? email}`
    await sql`insert into jobs (kind, subject, payload, created_at, due_at, attempts, version)
      values ('mail', ${subject}, ${JSON.stringify(payload)}, ${created_at}, ${due_at}, ${attempts}, 1)
      on conflict (kind, subject) do nothing`.execute(db)
  }
}
