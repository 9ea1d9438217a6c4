import { logout, type TokenPair } from '@earmark/contract/auth.ts'
import { call } from '../../lib/api.ts'
import { writeStored } from '../../lib/stored.ts'
import { storeTokens } from '../../lib/tokens.ts'
import { forgetSession, readSession } from './stored-session.ts'

export { forgetSession, type Session, useSession } from './stored-session.ts'

const logOutPatienceMilliseconds = 5000

export function signIn(pair: TokenPair): void {
  // Tells the other tabs that it may be another person from now on: see the storage event.
  writeStored('refreshToken', null)
  storeTokens(pair)
  readSession(true)
}

/** Ends this device's session: at the server if it can be reached, here in any case. */
export async function logOut(): Promise<void> {
  const patience = AbortSignal.timeout(logOutPatienceMilliseconds)
  await call(logout, { body: {} }, patience).catch(() => undefined)
  forgetSession()
}
