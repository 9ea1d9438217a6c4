import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { checkConnection } from './connection.ts'
import { deviceId } from './device-id.ts'
import { firstData } from './first-data.ts'

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

/** An endpoint's input in general; `EndpointInput` says what it is for each. */
export interface RequestParts {
  params?: unknown
  querystring?: unknown
  body?: unknown
}

function xsrfToken(): string | undefined {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
}

/** What every request says of who makes it. */
export function headersFor(endpoint: Endpoint, accessToken: string | null, hasBody: boolean): Headers {
  const headers = new Headers({ 'X-DeviceId': deviceId() })
  if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`)
  const token = xsrfToken()
  const toOurselves = firstData.apiRoot.startsWith('/')
  if (endpoint.method !== 'GET' && toOurselves && token)
    headers.set('X-XSRF-TOKEN', decodeURIComponent(token))
  if (hasBody) headers.set('Content-Type', 'application/json')
  return headers
}

let lastWriteAt = Number.NEGATIVE_INFINITY

/** Nodes hear of each other's changes within this time. */
const changesKnownMs = 1_000

/** Told of every answered write: another node may be asked for what this one has changed, and must look whether it knows. */
export function noteWrite(): void {
  lastWriteAt = performance.now()
}

/**
 * One request, and whatever is answered to it.
 * @throws {ApiError} of status 0 when there is no connection; what `signal` was aborted with
 */
export async function request(
  endpoint: Endpoint,
  parts: RequestParts,
  accessToken: string | null,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(firstData.apiRoot + requestPath(endpoint, parts), {
      method: endpoint.method,
      headers: headersFor(endpoint, accessToken, parts.body !== undefined),
      cache: performance.now() - lastWriteAt < changesKnownMs ? 'no-cache' : 'default',
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    void checkConnection()
    throw new ApiError(0, [], { cause })
  }
}
