import { emailKey } from '@earmark/contract/emails.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import type { Tables } from '../../db/schema.ts'

/**
 * A mail to be sent. Those by address find their user only when they are sent: an address without an account costs
 * the caller as much as one with an account.
 */
export type NewMail =
  | { kind: 'confirm-email' | 'account-exists' | 'reset-password' | 'set-password'; email: string }
  /** `email` is where it goes: the new address for the link, the old one for the notice. */
  | { kind: 'change-email' | 'change-email-notice'; userId: string; email: string; newEmail: string }

export type MailKind = NewMail['kind']

export type ClaimedMail = NewMail & { id: number; attempts: number; createdAt: number }

export interface Recipient {
  id: string
  email: string
  name: string
  isConfirmed: boolean
}

/**
 * Due at once, and in place of an older one that waits with the same purpose: had both been sent, the link of one
 * would not work. To be called in the transaction of what it is about; `MailQueue.wake` after its commit.
 */
export async function insertMail(connection: Connection, mail: NewMail, now: number): Promise<void> {
  const isByAddress = !('userId' in mail)
  const to = isByAddress
    ? { email: emailKey(mail.email), user_id: null, new_email: null }
    : { email: mail.email, user_id: mail.userId, new_email: mail.newEmail }
  if (mail.kind !== 'change-email-notice') {
    const older = connection.deleteFrom('mails').where('kind', '=', mail.kind)
    await (isByAddress
      ? older.where('email', '=', to.email)
      : older.where('user_id', '=', to.user_id)
    ).execute()
  }
  const times = { created_at: now, due_at: now, attempts: 0 }
  await connection
    .insertInto('mails')
    .values({ kind: mail.kind, ...to, ...times })
    .execute()
}

/**
 * The mail that has been due longest, out of the sight of others until `leaseUntil`: whoever sends it is done by
 * then, or has died. One statement; of several nodes one gets it. None may also mean that another was quicker. Due at
 * `latestDue` or later means that the clock has been put back: such a mail is due, too.
 */
export async function claimMail(
  connection: Connection,
  { now, latestDue, leaseUntil }: { now: number; latestDue: number; leaseUntil: number },
): Promise<ClaimedMail | undefined> {
  const isDue = (is: ExpressionBuilder<Tables, 'mails'>) =>
    is.or([is('due_at', '<=', now), is('due_at', '>=', latestDue)])
  const row = await connection
    .updateTable('mails')
    .set((expression) => ({ due_at: leaseUntil, attempts: expression('attempts', '+', 1) }))
    .where('id', '=', (expression) =>
      expression.selectFrom('mails').select('id').where(isDue).orderBy('due_at').orderBy('id').limit(1),
    )
    .where(isDue)
    .returning(['id', 'kind', 'email', 'attempts'])
    .returning(['user_id as userId', 'new_email as newEmail', 'created_at as createdAt'])
    .executeTakeFirst()
  return row as ClaimedMail | undefined
}

/** Unless somebody else has claimed it since. */
export async function postponeMail(
  connection: Connection,
  { id, attempts }: ClaimedMail,
  dueAt: number,
): Promise<void> {
  await connection
    .updateTable('mails')
    .set({ due_at: dueAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

export async function deleteMail(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('mails').where('id', '=', id).execute()
}

/** What waits for whoever has an address: to be called when somebody has it no longer. */
export async function deleteMailsTo(connection: Connection, email: string): Promise<void> {
  await connection
    .deleteFrom('mails')
    .where('email', '=', emailKey(email))
    .where('user_id', 'is', null)
    .execute()
}

/** When the next mail is due; undefined when none waits. */
export async function findNextDueTime(connection: Connection): Promise<number | undefined> {
  const row = await connection
    .selectFrom('mails')
    .select('due_at')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at
}

export interface MailSummary {
  readonly count: number
  /** Epoch milliseconds; null when none waits. */
  readonly oldestAt: number | null
}

/** How many wait, and since when. */
export async function summarizeMails(connection: Connection): Promise<MailSummary> {
  return await connection
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
}

/** Whether it is there and nobody has claimed it since. */
export async function isClaimed(connection: Connection, { id, attempts }: ClaimedMail): Promise<boolean> {
  const mail = connection.selectFrom('mails').where('id', '=', id).where('attempts', '=', attempts)
  return (await mail.select('id').executeTakeFirst()) !== undefined
}

/**
 * The user as of now and until the end of the transaction: one statement finds and holds the row, which nobody can
 * delete or give another address meanwhile.
 */
export async function holdRecipient(
  transaction: Connection,
  by: { email: string } | { id: string },
): Promise<Recipient | undefined> {
  const held = transaction
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .returning(['id', 'email', 'name', 'email_confirmed_at as confirmedAt'])
  const found = 'id' in by ? held.where('id', '=', by.id) : held.where('email_key', '=', emailKey(by.email))
  const row = await found.executeTakeFirst()
  return row && { id: row.id, email: row.email, name: row.name, isConfirmed: row.confirmedAt !== null }
}
