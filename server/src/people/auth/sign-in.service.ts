import type { TokenPair } from '@earmark/contract/auth.ts'
import { emailKey, isEmail } from '@earmark/contract/emails.ts'
import { AppError } from '../../errors.ts'
import { loginLimit } from '../limits/limits.ts'
import { guardPassword } from '../limits/password-guard.ts'
import { openSession } from '../sessions/sessions.service.ts'
import { verifyPassword } from '../users/passwords.ts'
import { findAccountByEmail } from '../users/users.queries.ts'
import type { AuthDeps } from './auth-deps.ts'

export interface SignIn {
  readonly userName: string
  readonly password: string
  readonly deviceId: string
  readonly ip: string
}

/**
 * The same answer in the same time for an address that nobody has as for a wrong password.
 *
 * @throws AppError `TooManyRequests`, `TooManyAttempts`, `InvalidCredentials`, `EmailNotConfirmed`
 */
export async function signIn(
  deps: AuthDeps,
  { userName, password, deviceId, ip }: SignIn,
): Promise<TokenPair> {
  await deps.limits.take(loginLimit, ip)
  const { connection } = deps.db
  const account = isEmail(userName) ? await findAccountByEmail(connection, userName) : undefined
  const attempt = { emailKey: emailKey(userName), ip }
  const isRight = await guardPassword(deps, attempt, () => verifyPassword(account?.passwordHash, password))
  if (!isRight || !account) throw new AppError('InvalidCredentials')
  if (!account.isConfirmed) throw new AppError('EmailNotConfirmed')
  return await openSession(deps, account, deviceId)
}
