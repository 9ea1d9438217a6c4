/**
 * One typed call for every endpoint of the contract: `call(getAudioBook, { params: { id } })`.
 */
import type { Endpoint, EndpointInput, EndpointOutput } from '@earmark/contract/endpoint.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { deviceId } from './device-id.ts'
import { firstData } from './first-data.ts'
import { readStored } from './stored.ts'

/** A call that brought no good answer. `status` 0: the server could not be reached at all. */
export class ApiError extends Error {
  readonly status: number
  readonly items: readonly ErrorItem[]

  constructor(status: number, items: readonly ErrorItem[], options?: ErrorOptions) {
    super(items.at(-1)?.description ?? (status === 0 ? 'No connection' : `Answer ${status}`), options)
    this.name = 'ApiError'
    this.status = status
    this.items = items
  }

  /** Whether the same call may well succeed a moment later. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

function isErrorItem(item: unknown): item is ErrorItem {
  return typeof item === 'object' && item !== null && 'code' in item && 'description' in item
}

async function errorItems(response: Response): Promise<ErrorItem[]> {
  const body: unknown = await response.json().catch(() => null)
  return Array.isArray(body) ? body.filter(isErrorItem) : []
}

function xsrfToken(): string | undefined {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
}

function headersFor(endpoint: Endpoint, hasBody: boolean): Headers {
  const headers = new Headers({ 'X-DeviceId': deviceId() })
  const accessToken = readStored('accessToken')
  if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`)
  const token = xsrfToken()
  const toOurselves = firstData.apiRoot.startsWith('/')
  if (endpoint.method !== 'GET' && toOurselves && token)
    headers.set('X-XSRF-TOKEN', decodeURIComponent(token))
  if (hasBody) headers.set('Content-Type', 'application/json')
  return headers
}

/** @throws {ApiError} for every status but a success, and when there is no connection */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<EndpointOutput<E>> {
  const parts = input as { params?: unknown; querystring?: unknown; body?: unknown }
  const request: RequestInit = {
    method: endpoint.method,
    headers: headersFor(endpoint, parts.body !== undefined),
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(signal ? { signal } : {}),
  }
  let response: Response
  try {
    response = await fetch(firstData.apiRoot + requestPath(endpoint, parts), request)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, [], { cause })
  }
  if (!response.ok) throw new ApiError(response.status, await errorItems(response))
  return (response.status === 204 ? undefined : await response.json()) as EndpointOutput<E>
}
