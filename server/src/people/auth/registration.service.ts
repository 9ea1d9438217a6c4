import { emailKey } from '@earmark/contract/emails.ts'
import type { PasswordCode } from '@earmark/contract/passwords.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type FailureOf, refuse } from '../../errors.ts'
import { type AuthDeps, mailLimit, registrationLimit } from '../limits/limits.ts'
import { deleteEmailTokens, takeEmailToken } from '../mail/email-tokens.ts'
import { insertMail, mailJob } from '../mail/mails.queries.ts'
import { hashPassword } from '../users/passwords.ts'
import { emailProblems, nameProblems, passwordProblems } from '../users/user-input.ts'
import { type NewAccount, takeLapsedAccount } from '../users/users.queries.ts'
import { addAccount, changeAccount } from '../users/users.service.ts'

export interface Registration {
  readonly email: string
  readonly password: string
  readonly name: string
}

/** Adds an unconfirmed account. An address that has an account costs the same time; its owner is told by mail. */
export async function register(
  deps: AuthDeps,
  { email, password, name }: Registration,
  ip: string,
  failure: FailureOf<'InvalidEmail' | 'NameRequired' | PasswordCode | 'TooManyRequests'>,
): Promise<void> {
  refuse(
    ...emailProblems(failure, email),
    ...passwordProblems(failure, password, 'password'),
    ...nameProblems(failure, name),
  )
  await deps.limits.take(registrationLimit, ip, failure)
  const passwordHash = await hashPassword(password)
  const mayMail = await deps.limits.takeMail('confirm-email', emailKey(email))
  await deps.db.connection.transaction().execute(async (transaction) => {
    const whose = { email, name: name.trim(), passwordHash }
    const account = { ...whose, role: 'User', confirmedAt: null, registeredAt: deps.clock() } as const
    const isNew = (await addAccount(deps, transaction, account)) || (await renew(deps, transaction, account))
    const kind = isNew ? 'confirm-email' : 'account-exists'
    if (isNew || mayMail) await insertMail(transaction, { kind, email }, deps.clock())
  })
  deps.jobs.wake(mailJob)
}

/** Milliseconds after which an unconfirmed registration gives way to a new one. */
const lapseMs = 24 * 3600 * 1000

async function renew(
  deps: AuthDeps,
  transaction: Connection,
  account: Pick<NewAccount, 'email' | 'name' | 'passwordHash'>,
): Promise<boolean> {
  const id = await takeLapsedAccount(transaction, account, deps.clock() - lapseMs)
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
