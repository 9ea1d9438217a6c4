import { emailKey } from '@earmark/contract/emails.ts'
import type { PasswordCode } from '@earmark/contract/passwords.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type AppError, type FailureOf, refuse } from '../../errors.ts'
import { type AuthDeps, mailLimit, registrationLimit } from '../limits/limits.ts'
import { deleteEmailTokens, takeEmailToken } from '../mail/email-tokens.ts'
import { isInvitation, takeInvitation } from '../mail/invitations.ts'
import { insertMail, mailJob } from '../mail/mails.queries.ts'
import { hashPassword } from '../users/passwords.ts'
import { emailProblems, nameProblems, passwordProblems } from '../users/user-input.ts'
import { type NewAccount, takeLapsedAccount } from '../users/users.queries.ts'
import { addAccount, changeAccount } from '../users/users.service.ts'

export interface Registration {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly invitation?: string | null | undefined
}

/**
 * Adds an unconfirmed account, with the role of the invitation, which is used up. An address that has an account costs the
 * same time and invitation; its owner is told by mail.
 */
export async function register(
  deps: AuthDeps,
  { email, password, name, ...given }: Registration,
  ip: string,
  failure: FailureOf<'InvalidEmail' | 'NameRequired' | PasswordCode | 'TooManyRequests'> & AdmissionFailure,
): Promise<void> {
  const { registration } = deps.config
  const invitation = given.invitation || null
  if (registration === 'closed') throw failure('RegistrationClosed')
  if (registration === 'invitation' && invitation === null) throw failure('InvitationRequired')
  refuse(
    ...emailProblems(failure, email),
    ...passwordProblems(failure, password, 'password'),
    ...nameProblems(failure, name),
  )
  await deps.limits.take(registrationLimit, ip, failure)
  const isGood = invitation === null || (await isInvitation(deps.db.connection, invitation, deps.clock()))
  if (!isGood) throw hasEnded(failure)
  const passwordHash = await hashPassword(password)
  const mayMail = await deps.limits.takeMail('confirm-email', emailKey(email))
  await deps.db.connection.transaction().execute(async (transaction) => {
    const role = invitation === null ? 'User' : await takeInvitation(transaction, invitation, deps.clock())
    if (role === undefined) throw hasEnded(failure)
    const whose = { email, name: name.trim(), role, passwordHash }
    const account = { ...whose, confirmedAt: null, registeredAt: deps.clock() }
    const latest = invitation === null ? deps.clock() - lapseMs : Number.MAX_SAFE_INTEGER
    const isNew =
      (await addAccount(deps, transaction, account)) || (await renew(deps, transaction, account, latest))
    const kind = isNew ? 'confirm-email' : 'account-exists'
    if (isNew || mayMail) await insertMail(transaction, { kind, email }, deps.clock())
  })
  deps.jobs.wake(mailJob)
}

type AdmissionFailure = FailureOf<'RegistrationClosed' | 'InvitationRequired'>

function hasEnded(failure: FailureOf<'InvitationRequired'>): AppError {
  const description = 'This invitation has been used or has ended. Please ask for a new one.'
  return failure('InvitationRequired', { description, field: 'invitation' })
}

/** Milliseconds after which an unconfirmed registration gives way to a new one; to one by invitation at once. */
const lapseMs = 24 * 3600 * 1000

async function renew(
  deps: AuthDeps,
  transaction: Connection,
  account: Pick<NewAccount, 'email' | 'name' | 'role' | 'passwordHash'>,
  latest: number,
): Promise<boolean> {
  const id = await takeLapsedAccount(transaction, account, latest)
  if (id === undefined) return false
  await deleteEmailTokens(transaction, id)
  await changeAccount(deps, transaction, id, { registeredAt: deps.clock() })
  return true
}

type RequestFailure = FailureOf<'InvalidEmail' | 'TooManyRequests'>

/** The account is looked up when the mail is sent, so that the answer does not depend on it. */
export async function resendConfirmation(
  deps: AuthDeps,
  email: string,
  ip: string,
  failure: RequestFailure,
): Promise<void> {
  await requestMail(deps, { kind: 'confirm-email', email }, ip, failure)
}

export async function forgotPassword(
  deps: AuthDeps,
  email: string,
  ip: string,
  failure: RequestFailure,
): Promise<void> {
  await requestMail(deps, { kind: 'reset-password', email }, ip, failure)
}

async function requestMail(
  { db, clock, limits, jobs }: AuthDeps,
  mail: { kind: 'confirm-email' | 'reset-password'; email: string },
  ip: string,
  failure: RequestFailure,
): Promise<void> {
  refuse(...emailProblems(failure, mail.email))
  await limits.take(mailLimit, ip, failure)
  if (!(await limits.takeMail(mail.kind, emailKey(mail.email)))) return
  await db.connection.transaction().execute((transaction) => insertMail(transaction, mail, clock()))
  jobs.wake(mailJob)
}

export async function confirmEmail(
  deps: AuthDeps,
  { userId, token }: { userId: string; token: string },
  failure: FailureOf<'InvalidToken'>,
): Promise<void> {
  const now = deps.clock()
  await deps.db.connection.transaction().execute(async (transaction) => {
    const taken = await takeEmailToken(transaction, { userId, kind: 'confirm-email', token, now })
    if (!taken) throw failure('InvalidToken')
    await changeAccount(deps, transaction, userId, { confirmedAt: now })
  })
}
