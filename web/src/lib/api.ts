/** One typed call for every endpoint of the contract: `call(getAudioBook, { params: { id } })`. */
import type { Endpoint, EndpointError, EndpointInput, EndpointOutput } from '@earmark/contract/endpoint.ts'
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { ApiError, brokenOff, noteWrite, request, type RequestOptions, type RequestParts } from './request.ts'
import { readStored } from './browser-storage.ts'
import { hasEnded } from './tokens.ts'

export { ApiError } from './request.ts'

/** `hasCode<typeof login>(error, 'EmailNotConfirmed')`. */
export function hasCode<E extends Endpoint>(error: unknown, code: EndpointError<E>): boolean {
  return error instanceof ApiError && error.items.some((item) => item.code === code)
}

/** Calls whose 401 is about a password or a token of their body, and the logout. */
const neverRenewed = /^\/auth\/(login|register|refresh|logout|(confirm|forgot|reset|resend)-)/

/** A bundle of its own: the first visit has no session. */
export const loadRefresh = () => import('./refresh.ts')

function isErrorItem(item: unknown): item is ErrorItem {
  return typeof item === 'object' && item !== null && 'code' in item && 'description' in item
}

async function errorItems(response: Response): Promise<ErrorItem[]> {
  const body: unknown = await response.json().catch(() => null)
  return Array.isArray(body) ? body.filter(isErrorItem) : []
}

async function renewedToken(refused: string): Promise<string | null> {
  const refresh = await loadRefresh().catch((cause: unknown) => {
    throw new ApiError(0, [], { cause })
  })
  return refresh.renewedToken(refused)
}

const inFlight = new Set<Promise<unknown>>()

/** Resolves once no call is in flight, nor one that followed from an answer. */
export async function callsSettled(): Promise<void> {
  while (inFlight.size > 0) {
    await Promise.allSettled(inFlight)
    await new Promise((resume) => setTimeout(resume))
  }
}

export type Send = (accessToken: string | null) => Promise<Response>

/** A refused access token is renewed once. @throws {ApiError} for every failure, also without a connection */
export function answerTo<E extends Endpoint>(
  endpoint: E,
  send: Send,
  signal?: AbortSignal | null,
): Promise<EndpointOutput<E>> {
  const sent = lastWork
    ? lastWork.then(() => tryAfter(endpoint, send, signal))
    : tryWith(endpoint, send, signal)
  const answer = sent.finally(() => inFlight.delete(answer))
  inFlight.add(answer)
  return answer
}

let lastWork: Promise<unknown> | undefined

const lastPatienceMilliseconds = 10_000

/** Work that may end the session, done with the `call` it is given. Other calls wait: a 401 would count as a lost session. */
export async function callLast<Result>(work: (call: typeof callNow) => Promise<Result>): Promise<Result> {
  const done = work(callNow)
  const mine = Promise.race([
    done.catch(() => undefined),
    new Promise((go) => setTimeout(go, lastPatienceMilliseconds)),
  ])
  lastWork = mine
  try {
    return await done
  } finally {
    if (lastWork === mine) lastWork = undefined
  }
}

const ownPaths = /\/me(\/|$)/

/** An account's own data is not requested after its session has ended. */
async function tryAfter<E extends Endpoint>(
  endpoint: E,
  send: Send,
  signal: AbortSignal | null | undefined,
): Promise<EndpointOutput<E>> {
  if (ownPaths.test(endpoint.url) && readStored('accessToken') === null) throw new ApiError(401, [])
  return tryWith(endpoint, send, signal)
}

async function tryWith<E extends Endpoint>(
  endpoint: E,
  send: Send,
  signal: AbortSignal | null | undefined,
): Promise<EndpointOutput<E>> {
  const accessToken = readStored('accessToken')
  let response = await send(accessToken)
  if (accessToken && isRefused(response, accessToken) && !neverRenewed.test(endpoint.url)) {
    const renewed = await renewedToken(accessToken)
    if (renewed) response = await send(renewed)
  }
  if (endpoint.method !== 'GET') noteWrite()
  if (!response.ok) throw new ApiError(response.status, await errorItems(response))
  const body = await response.text().catch((cause: unknown) => {
    throw brokenOff(cause, signal)
  })
  return (body === '' ? undefined : JSON.parse(body)) as EndpointOutput<E>
}

/** What is not for everybody is not there for a token that has ended, where visitors are answered, too. */
function isRefused({ status }: Response, accessToken: string): boolean {
  return status === 401 || (status === 404 && hasEnded(accessToken))
}

export function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: RequestOptions,
): Promise<EndpointOutput<E>> {
  return answerTo(endpoint, sending(endpoint, input, options), options?.signal)
}

function callNow<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: RequestOptions,
): Promise<EndpointOutput<E>> {
  return tryWith(endpoint, sending(endpoint, input, options), options?.signal)
}

function sending<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, options?: RequestOptions): Send {
  return (accessToken) => request(endpoint, input as RequestParts, accessToken, options)
}
