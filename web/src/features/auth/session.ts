import { logout, type TokenPair } from '@earmark/contract/auth.ts'
import { call, callsSettled } from '../../lib/api.ts'
import { sayFarewells } from '../../lib/session-news.ts'
import { storeTokens } from '../../lib/tokens.ts'
import { forgetSession, readSession } from './stored-session.ts'

export { forgetSession, type Session, useSession } from './stored-session.ts'

const farewellMilliseconds = 2000
const logOutPatienceMilliseconds = 5000

export function signIn(pair: TokenPair): void {
  storeTokens(pair)
  readSession()
}

/**
 * To be waited for before a session is ended: what was asked for in its name gets its answer, for refused it would look
 * like a session that was lost, and what was kept for its account is sent.
 */
export async function takeLeave(): Promise<void> {
  const farewell = sayFarewells().then(callsSettled)
  await Promise.race([farewell, new Promise((go) => setTimeout(go, farewellMilliseconds))])
}

/** Ends this device's session: at the server if it can be reached, here in any case. */
export async function logOut(): Promise<void> {
  await takeLeave()
  const patience = AbortSignal.timeout(logOutPatienceMilliseconds)
  await call(logout, { body: {} }, patience).catch(() => undefined)
  forgetSession()
}
