import { logout, type TokenPair } from '@earmark/contract/auth.ts'
import { call } from '../../lib/api.ts'
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

/** Ends this device's session: at the server if it can be reached, here in any case. */
export async function logOut(): Promise<void> {
  await Promise.race([sayFarewells(), new Promise((go) => setTimeout(go, farewellMilliseconds))])
  const patience = AbortSignal.timeout(logOutPatienceMilliseconds)
  await call(logout, { body: {} }, patience).catch(() => undefined)
  forgetSession()
}
