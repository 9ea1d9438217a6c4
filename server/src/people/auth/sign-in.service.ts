import type { TokenPair } from '@earmark/contract/auth.ts'
import { emailKey, isEmail } from '@earmark/contract/emails.ts'
import type { FailureOf } from '../../errors.ts'
import { type AuthDeps, loginLimit } from '../limits/limits.ts'
import { guardPassword } from '../limits/password-guard.ts'
import { openSession } from '../sessions/sessions.service.ts'
import { verifyPassword } from '../users/passwords.ts'
import { findAccountByEmail } from '../users/users.queries.ts'

export interface SignIn {
  readonly userName: string
  readonly password: string
  readonly deviceId: string
  readonly ip: string
}

/** An unknown address and a wrong password take the same time. */
export async function signIn(
  deps: AuthDeps,
  { userName, password, deviceId, ip }: SignIn,
  failure: FailureOf<'TooManyRequests' | 'TooManyAttempts' | 'InvalidCredentials' | 'EmailNotConfirmed'>,
): Promise<TokenPair> {
  await deps.limits.take(loginLimit, ip, failure)
  const { connection } = deps.db
  const account = isEmail(userName) ? await findAccountByEmail(connection, userName) : undefined
  const attempt = { emailKey: emailKey(userName), ip }
  const verify = () => verifyPassword(account?.passwordHash, password)
  const isRight = await guardPassword(deps, attempt, verify, failure)
  if (!isRight || !account) throw failure('InvalidCredentials')
  if (!account.isConfirmed) throw failure('EmailNotConfirmed')
  return await openSession(deps, account, deviceId, failure)
}
