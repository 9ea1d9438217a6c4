/**
 * One typed call for every endpoint of the contract: `call(getAudioBook, { params: { id } })`.
 */
import type { Endpoint, EndpointInput, EndpointOutput } from '@earmark/contract/endpoint.ts'
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { ApiError, noteWrite, request, type RequestParts } from './request.ts'
import { readStored } from './stored.ts'

export { ApiError } from './request.ts'

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

/** Resolves once every call that is under way now has its answer, good or bad. */
export function callsSettled(): Promise<unknown> {
  return Promise.allSettled(underWay)
}

/** One request by the access token that it is handed, and whatever was answered to it. */
export type Send = (accessToken: string | null) => Promise<Response>

/**
 * A refused access token is exchanged for a new one, once, and the request made again.
 * @throws {ApiError} for every status but a success, and when there is no connection
 */
export function answerTo<E extends Endpoint>(endpoint: E, send: Send): Promise<EndpointOutput<E>> {
  const answer = tryWith(endpoint, send).finally(() => underWay.delete(answer))
  underWay.add(answer)
  return answer
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
  return answerTo(endpoint, (accessToken) => request(endpoint, input as RequestParts, accessToken, signal))
}
