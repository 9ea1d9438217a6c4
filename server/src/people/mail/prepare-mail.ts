import type { Config } from '../../config/config.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Job } from '../../jobs/job.ts'
import { isHeld } from '../../jobs/jobs.queries.ts'
import { issueEmailToken, type NewEmailToken, setPasswordLifeMs } from './email-tokens.ts'
import { issueInvitation } from './invitations.ts'
import { composeMail, type MailContent } from './mail-texts.ts'
import { holdRecipient, type MailKind, type NewMail, type Recipient } from './mails.queries.ts'

export interface PreparedMail extends MailContent {
  readonly to: string
}

/** Made when the mail is sent, which may be days after it was queued. */
interface Decision {
  kind: Exclude<MailKind, 'invitation'>
  to: string
  user: Recipient
  newEmail: string
}

/**
 * Makes the mail and its token, which the database never holds in usable form. The transaction locks the user's row
 * first, as the voiding of links does.
 *
 * @returns null when there is nothing to be sent
 */
export async function prepareMail(
  connection: Connection,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  job: Job,
  now: number,
): Promise<PreparedMail | null> {
  const mail = job.payload as NewMail
  if (mail.kind === 'invitation') return await prepareInvitation(connection, publicUrl, mail, job, now)
  const prepared = await connection.transaction().execute(async (transaction) => {
    const decision = await decide(transaction, mail)
    if (!decision || !(await isHeld(transaction, job))) return null
    const wanted = tokenOf(decision)
    const token = wanted && (await issueEmailToken(transaction, { userId: decision.user.id, ...wanted }, now))
    return { decision, token: token ?? '' }
  })
  if (!prepared) return null
  const { decision, token } = prepared
  const { kind, to, user, newEmail } = decision
  const name = knowsName(decision) ? user.name : null
  const isRepeated = mail.kind === 'account-exists'
  const facts = { publicUrl, userId: user.id, email: user.email, name, newEmail, token, isRepeated }
  return { to, ...composeMail(kind, facts) }
}

type Invitation = Extract<NewMail, { kind: 'invitation' }>

/** Null where the address has an account by now. */
async function prepareInvitation(
  connection: Connection,
  publicUrl: string,
  mail: Invitation,
  job: Job,
  now: number,
): Promise<PreparedMail | null> {
  const { email } = mail
  const token = await connection.transaction().execute(async (transaction) => {
    if ((await holdRecipient(transaction, { email })) || !(await isHeld(transaction, job))) return null
    return (await issueInvitation(transaction, mail, now)).token
  })
  if (token === null) return null
  const nobody = { userId: '', email, name: null, newEmail: '', isRepeated: false }
  return { to: email, ...composeMail('invitation', { ...nobody, publicUrl, token }) }
}

async function decide(connection: Connection, mail: Exclude<NewMail, Invitation>): Promise<Decision | null> {
  if ('userId' in mail) return await decideOnChange(connection, mail)
  const user = await holdRecipient(connection, { email: mail.email })
  if (!user) return null
  const decision = { kind: mail.kind, to: user.email, user, newEmail: '' }
  if (mail.kind === 'confirm-email') return user.isConfirmed ? null : decision
  if (mail.kind === 'account-exists' && !user.isConfirmed) return { ...decision, kind: 'confirm-email' }
  return decision
}

async function decideOnChange(
  connection: Connection,
  mail: Extract<NewMail, { userId: string }>,
): Promise<Decision | null> {
  const user = await holdRecipient(connection, { id: mail.userId })
  if (!user) return null
  return { kind: mail.kind, to: mail.email, user, newEmail: mail.newEmail }
}

function tokenOf({ kind, newEmail }: Decision): Omit<NewEmailToken, 'userId'> | null {
  switch (kind) {
    case 'confirm-email':
    case 'reset-password':
      return { kind }
    case 'set-password':
      return { kind: 'reset-password', lifeMs: setPasswordLifeMs }
    case 'change-email':
      return { kind, newEmail }
    case 'account-exists':
    case 'change-email-notice':
      return null
  }
}

/** Whether the recipient, or an administrator, wrote the name. */
function knowsName({ kind, user }: Decision): boolean {
  return kind === 'set-password' || (user.isConfirmed && kind !== 'change-email')
}
