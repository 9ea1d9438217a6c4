/**
 * One typed call for every endpoint of the contract: `call(getAudioBook, { params: { id } })`.
 */
import type { Endpoint, EndpointError, EndpointInput, EndpointOutput } from '@earmark/contract/endpoint.ts'
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { ApiError, noteWrite, request, type RequestParts } from './request.ts'
import { readStored } from './browser-storage.ts'

export { ApiError } from './request.ts'

/** Whether a call of an endpoint failed by one of its codes: `hasCode<typeof login>(error, 'EmailNotConfirmed')`. */
export function hasCode<E extends Endpoint>(error: unknown, code: EndpointError<E>): boolean {
  return error instanceof ApiError && error.items.some((item) => item.code === code)
}

/** Calls whose 401 speaks of a password or of a token in their body, and the one that ends the session anyhow. */
const neverRenewed = /^\/auth\/(login|register|refresh|logout|(confirm|forgot|reset|resend)-)/

/** Apart, because the first visit has no session. Asked for ahead of time by whoever has one. */
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

const underWay = new Set<Promise<unknown>>()

/** Resolves once no call is under way: each has its answer, good or bad, and so has what it led to. */
export async function callsSettled(): Promise<void> {
  while (underWay.size > 0) {
    await Promise.allSettled(underWay)
    // What an answer leads to is asked for by then.
    await new Promise((resume) => setTimeout(resume))
  }
}

/** One request by the access token that it is handed, and whatever was answered to it. */
export type Send = (accessToken: string | null) => Promise<Response>

/**
 * A refused access token is exchanged for a new one, once, and the request made again.
 * @throws {ApiError} for every status but a success, and when there is no connection
 */
export function answerTo<E extends Endpoint>(endpoint: E, send: Send): Promise<EndpointOutput<E>> {
  const sent = lastWork ? lastWork.then(() => tryAfter(endpoint, send)) : tryWith(endpoint, send)
  const answer = sent.finally(() => underWay.delete(answer))
  underWay.add(answer)
  return answer
}

let lastWork: Promise<unknown> | undefined

/** Milliseconds that other calls wait for the last one. */
const lastPatience = 10_000

/**
 * What may end the session, by the `call` that it is handed: others wait meanwhile, since refused on the way they would
 * tell of a session that was lost.
 */
export async function callLast<Result>(work: (call: typeof callNow) => Promise<Result>): Promise<Result> {
  const done = work(callNow)
  const mine = Promise.race([done.catch(() => undefined), new Promise((go) => setTimeout(go, lastPatience))])
  lastWork = mine
  try {
    return await done
  } finally {
    if (lastWork === mine) lastWork = undefined
  }
}

const ownPaths = /\/me(\/|$)/

/** Of what is somebody's own nothing is asked for once nobody is signed in. */
async function tryAfter<E extends Endpoint>(endpoint: E, send: Send): Promise<EndpointOutput<E>> {
  if (ownPaths.test(endpoint.url) && readStored('accessToken') === null) throw new ApiError(401, [])
  return tryWith(endpoint, send)
}

async function tryWith<E extends Endpoint>(endpoint: E, send: Send): Promise<EndpointOutput<E>> {
  const accessToken = readStored('accessToken')
  let response = await send(accessToken)
  if (response.status === 401 && accessToken && !neverRenewed.test(endpoint.url)) {
    const renewed = await renewedToken(accessToken)
    if (renewed) response = await send(renewed)
  }
  if (endpoint.method !== 'GET') noteWrite()
  if (!response.ok) throw new ApiError(response.status, await errorItems(response))
  return (response.status === 204 ? undefined : await response.json()) as EndpointOutput<E>
}

/** @throws {ApiError} as `answerTo` does */
export function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<EndpointOutput<E>> {
  return answerTo(endpoint, sending(endpoint, input, signal))
}

function callNow<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<EndpointOutput<E>> {
  return tryWith(endpoint, sending(endpoint, input, signal))
}

function sending<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, signal?: AbortSignal): Send {
  return (accessToken) => request(endpoint, input as RequestParts, accessToken, signal)
}
