import { emailKey } from '@earmark/contract/emails.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { deleteJobs, insertJob } from '../../jobs/jobs.queries.ts'

/** The kind of job that sends a mail. */
export const mailJob = 'mail'

const kindsByAddress = ['confirm-email', 'account-exists', 'reset-password', 'set-password'] as const

/** A mail to be sent. Mails by address find their user when they are sent, so that unknown addresses cost the same. */
export type NewMail =
  | { kind: (typeof kindsByAddress)[number]; email: string }
  /** Of an administrator's making; the recipient has no account. */
  | { kind: 'invitation'; email: string; role: Role; invitedBy: string }
  /** `email` is the recipient: the new address for the link, the old one for the notice. */
  | { kind: 'change-email' | 'change-email-notice'; userId: string; email: string; newEmail: string }

export type MailKind = NewMail['kind']

export interface Recipient {
  id: string
  email: string
  name: string
  isConfirmed: boolean
}

/** Due at once, in place of a queued one of the same subject. To be followed by `Jobs.wake` after the commit. */
export async function insertMail(connection: Connection, mail: NewMail, now: number): Promise<void> {
  const isToAccount = !('userId' in mail) && mail.kind !== 'invitation'
  const payload = isToAccount ? { ...mail, email: emailKey(mail.email) } : mail
  await insertJob(connection, { kind: mailJob, subject: subjectOf(payload), payload }, now)
}

function subjectOf(mail: NewMail): string | null {
  if (mail.kind === 'change-email-notice') return null
  return `${mail.kind} ${'userId' in mail ? mail.userId : emailKey(mail.email)}`
}

/** Cancels the mails to an address that its account has left. */
export async function deleteMailsTo(connection: Connection, email: string): Promise<void> {
  await deleteJobs(
    connection,
    mailJob,
    kindsByAddress.map((kind) => `${kind} ${emailKey(email)}`),
  )
}

/** Cancels the mail with the link to a user's new address. */
export async function deleteChangeMail(connection: Connection, userId: string): Promise<void> {
  await deleteJobs(connection, mailJob, [`change-email ${userId}`])
}

/** Finds the user and locks the row until the end of the transaction. */
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
