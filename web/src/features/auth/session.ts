import { deleteAccount, logout, revoke, type TokenPair } from '@earmark/contract/auth.ts'
import { callLast, callsSettled } from '../../lib/api.ts'
import { sayFarewells } from '../../lib/session-news.ts'
import { storeTokens } from '../../lib/new-tokens.ts'
import { forgetSession, readSession } from './stored-session.ts'

export { forgetSession, onPersonChange, type Session, useSession } from './stored-session.ts'

const answerMilliseconds = 3000
const logOutPatienceMilliseconds = 5000

export function signIn(pair: TokenPair): void {
  storeTokens(pair)
  readSession()
}

/** Sends unsaved changes of the account. */
async function takeLeave(): Promise<void> {
  await patiently(sayFarewells())
  await untilAnswered()
}

/** Waits for calls in flight: refused after the end of the session, they would look like a lost session. */
async function untilAnswered(): Promise<void> {
  await patiently(callsSettled())
}

async function patiently(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((go) => setTimeout(go, answerMilliseconds))])
}

/** Ends this device's session: at the server if it can be reached, here in any case. */
export async function logOut(): Promise<void> {
  await takeLeave()
  const patience = AbortSignal.timeout(logOutPatienceMilliseconds)
  await callLast(async (call) => {
    await call(logout, { body: {} }, { signal: patience }).catch(() => undefined)
    forgetSession()
  })
}

/** Ends all of the account's sessions. @throws {ApiError} and then none has ended */
export async function logOutEverywhere(): Promise<void> {
  await takeLeave()
  await callLast(async (call) => {
    await call(revoke, { body: {} })
    forgetSession()
  })
}

/** Ends the account. @throws {ApiError} and then it is as it was */
export async function endAccount(password: string, ended: () => void): Promise<void> {
  await untilAnswered()
  await callLast(async (call) => {
    await call(deleteAccount, { body: { password } })
    ended()
    forgetSession()
  })
}
