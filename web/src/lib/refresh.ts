/**
 * Renews a refused access token, once for all calls of a tab, under a Web Lock of all tabs. Without locks (plain http) two
 * tabs may ask at once: the server answers both with the same tokens.
 */
import { refresh, type TokenPair } from '@earmark/contract/auth.ts'
import { ApiError, brokenOff, request } from './request.ts'
import { tellSessionNews } from './session-news.ts'
import { readStored } from './browser-storage.ts'
import { isOfSamePerson, storeTokens } from './new-tokens.ts'

const lockName = 'session-refresh'
const lockPatienceMilliseconds = 10_000
const answerPatienceMilliseconds = 10_000
const pauseMilliseconds = 1000

let running: Promise<string | null> | undefined

/** Null once the session has ended. @throws {ApiError} a passing one without an answer */
export function renewedToken(refused: string): Promise<string | null> {
  running ??= oneTabAtATime(() => renew(refused)).finally(() => {
    running = undefined
  })
  return running
}

async function oneTabAtATime(work: () => Promise<string | null>): Promise<string | null> {
  if (!('locks' in navigator)) return work()
  let isOurTurn = false
  const options = { signal: AbortSignal.timeout(lockPatienceMilliseconds) }
  try {
    return await navigator.locks.request(lockName, options, () => {
      isOurTurn = true
      return work()
    })
  } catch (error) {
    if (isOurTurn) throw error
    // The lock's tab may be frozen. The server takes two exchanges at once.
    return work()
  }
}

async function renew(refused: string): Promise<string | null> {
  const refreshToken = readStored('refreshToken')
  if (readStored('accessToken') !== refused) return tokenOfSamePerson(refused)
  const response = await exchange(refused, refreshToken ?? '')
  const isStillStored = readStored('accessToken') === refused && readStored('refreshToken') === refreshToken
  if (!isStillStored) return tokenOfSamePerson(refused)
  if (!response.ok) {
    tellSessionNews('lost')
    return null
  }
  const pair = (await response.json().catch((cause: unknown) => {
    throw brokenOff(cause, null)
  })) as TokenPair
  storeTokens(pair)
  tellSessionNews('renewed')
  return pair.accessToken
}

function tokenOfSamePerson(refused: string): string | null {
  const stored = readStored('accessToken')
  return stored !== null && isOfSamePerson(stored, refused) ? stored : null
}

async function exchange(accessToken: string, refreshToken: string): Promise<Response> {
  const first = await ask(accessToken, refreshToken)
  if (isDefinite(first)) return first
  await new Promise((resume) => setTimeout(resume, pauseMilliseconds))
  const second = await ask(accessToken, refreshToken)
  if (isDefinite(second)) return second
  throw new ApiError(second === null ? 0 : 503, [])
}

function ask(accessToken: string, refreshToken: string): Promise<Response | null> {
  const patience = AbortSignal.timeout(answerPatienceMilliseconds)
  return request(refresh, { body: { accessToken, refreshToken } }, null, { signal: patience }).catch(
    () => null,
  )
}

function isDefinite(response: Response | null): response is Response {
  return response !== null && response.status < 500 && response.status !== 429 && response.status !== 408
}
