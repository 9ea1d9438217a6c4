import { emailKey } from '@earmark/contract/emails.ts'
import { DuplicateKeyError, failOn } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type FailureOf, refuse } from '../../errors.ts'
import type { Viewer } from '../../http/guard/viewer.ts'
import { type AuthDeps, mailLimit } from '../limits/limits.ts'
import { deleteEmailTokens, takeEmailToken } from '../mail/email-tokens.ts'
import { insertMail, mailJob } from '../mail/mails.queries.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import { emailProblems } from '../users/user-input.ts'
import { changeAccount } from '../users/users.service.ts'
import { asProven, type ProofFailure, proveOwner } from './password.service.ts'

/** Mails a link to the new address and a notice to the old one; the change follows by the link. */
export async function changeEmail(
  deps: AuthDeps,
  viewer: Viewer,
  { password, newEmail, ip }: { password: string; newEmail: string; ip: string },
  failure: ProofFailure & FailureOf<'InvalidEmail' | 'TooManyRequests'>,
): Promise<void> {
  refuse(...emailProblems(failure, newEmail, 'newEmail'))
  const owner = await proveOwner(deps, viewer, { password, field: 'password', ip }, failure)
  await deps.limits.take(mailLimit, ip, failure)
  if (!(await deps.limits.takeMail('change-email', owner.emailKey))) return
  const about = { userId: owner.id, newEmail }
  const request = async (transaction: Connection) => {
    const now = deps.clock()
    await insertMail(transaction, { ...about, kind: 'change-email', email: newEmail }, now)
    await insertMail(transaction, { ...about, kind: 'change-email-notice', email: owner.email }, now)
  }
  await asProven(deps, owner, request, failure)
  deps.jobs.wake(mailJob)
}

/** Ends every session and voids the links mailed to the old address. */
export async function confirmEmailChange(
  deps: AuthDeps,
  { userId, newEmail, token }: { userId: string; newEmail: string; token: string },
  failure: FailureOf<'InvalidToken' | 'DuplicateEmail'>,
): Promise<void> {
  const now = deps.clock()
  const change = deps.db.connection.transaction().execute(async (transaction) => {
    const taken = await takeEmailToken(transaction, { userId, kind: 'change-email', token, now })
    if (!taken?.newEmail || emailKey(taken.newEmail) !== emailKey(newEmail)) throw failure('InvalidToken')
    await changeAccount(deps, transaction, userId, { email: taken.newEmail, confirmedAt: now })
    await deleteEmailTokens(transaction, userId)
    await deleteSessions(transaction, userId)
  })
  await change.catch(failOn(DuplicateKeyError, () => failure('DuplicateEmail', { field: 'newEmail' })))
}
