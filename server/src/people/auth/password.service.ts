import { emailKey, isEmail } from '@earmark/contract/emails.ts'
import type { PasswordCode } from '@earmark/contract/passwords.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type FailureOf, refuse } from '../../errors.ts'
import type { Viewer } from '../../http/guard/viewer.ts'
import type { AuthDeps } from '../limits/limits.ts'
import { forgiveFailures, guardPassword } from '../limits/password-guard.ts'
import { deleteEmailTokens, findEmailToken, takeEmailToken } from '../mail/email-tokens.ts'
import { deleteSessions, holdAccount } from '../sessions/sessions.queries.ts'
import { hashPassword, verifyPassword } from '../users/passwords.ts'
import { passwordProblems } from '../users/user-input.ts'
import { type Account, findAccount, findAccountByEmail } from '../users/users.queries.ts'
import { changeAccount } from '../users/users.service.ts'

export type ProofFailure = FailureOf<'Unauthorized' | 'PasswordMismatch' | 'TooManyAttempts'>

/** Reauthenticates the viewer by the password. */
export async function proveOwner(
  deps: AuthDeps,
  { userId }: Viewer,
  { password, field, ip }: { password: string; field: string; ip: string },
  failure: ProofFailure,
): Promise<Account> {
  const account = await findAccount(deps.db.connection, userId)
  // Deleted meanwhile.
  if (!account) throw failure('Unauthorized')
  const verify = () => verifyPassword(account.passwordHash, password)
  const isRight = await guardPassword(deps, { emailKey: account.emailKey, ip }, verify, failure)
  if (!isRight) throw failure('PasswordMismatch', { field })
  return account
}

/** Works in a transaction in which the account's password and address are still those of the reauthentication. */
export async function asProven(
  { db }: AuthDeps,
  owner: Account,
  work: (transaction: Connection) => Promise<unknown>,
  failure: FailureOf<'Unauthorized'>,
): Promise<void> {
  await db.connection.transaction().execute(async (transaction) => {
    if (!(await holdAccount(transaction, owner))) throw failure('Unauthorized')
    await work(transaction)
  })
}

/** Ends every other session and voids mailed links. */
export async function changePassword(
  deps: AuthDeps,
  viewer: Viewer,
  { currentPassword, newPassword, ip }: { currentPassword: string; newPassword: string; ip: string },
  failure: ProofFailure & FailureOf<PasswordCode>,
): Promise<void> {
  refuse(...passwordProblems(failure, newPassword, 'newPassword'))
  const proof = { password: currentPassword, field: 'currentPassword', ip }
  const owner = await proveOwner(deps, viewer, proof, failure)
  const passwordHash = await hashPassword(newPassword)
  const change = async (transaction: Connection) => {
    await changeAccount(deps, transaction, owner.id, { passwordHash })
    await deleteEmailTokens(transaction, owner.id)
    await deleteSessions(transaction, owner.id, viewer.sessionId)
  }
  await asProven(deps, owner, change, failure)
}

/** The id of no account (RFC 9562, 5.9). */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Confirms the address, ends every session and forgets wrong passwords. */
export async function resetPassword(
  deps: AuthDeps,
  { email, token, newPassword }: { email: string; token: string; newPassword: string },
  failure: FailureOf<'InvalidToken' | PasswordCode>,
): Promise<void> {
  refuse(...passwordProblems(failure, newPassword, 'newPassword'))
  const { connection } = deps.db
  const account = isEmail(email) ? await findAccountByEmail(connection, email) : undefined
  const now = deps.clock()
  // Looked up for unknown addresses as well, so that the time does not differ.
  const mailed = { userId: account?.id ?? nobody, kind: 'reset-password', token, now } as const
  const isMailed = (await findEmailToken(connection, mailed)) !== undefined
  if (!account || !isMailed) throw failure('InvalidToken')
  const passwordHash = await hashPassword(newPassword)
  await connection.transaction().execute(async (transaction) => {
    if (!(await takeEmailToken(transaction, mailed))) throw failure('InvalidToken')
    await changeAccount(deps, transaction, account.id, { passwordHash, confirmedAt: now })
    await deleteEmailTokens(transaction, account.id)
    await deleteSessions(transaction, account.id)
  })
  await forgiveFailures(deps, emailKey(account.email))
}
