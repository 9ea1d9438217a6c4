import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { type FirstData, firstDataElementId } from '@earmark/contract/first-data.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { checkConnection } from './connection.ts'

/** What the server wrote into the page; the development server writes nothing. */
export const firstData = readFirstData()

function readFirstData(): FirstData {
  const text = document.getElementById(firstDataElementId)?.textContent
  return { apiRoot: '/api', answers: {}, ...(text ? (JSON.parse(text) as Partial<FirstData>) : {}) }
}

/** A failed call. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly items: readonly ErrorItem[]

  constructor(status: number, items: readonly ErrorItem[], options?: ErrorOptions) {
    super(items.at(-1)?.description ?? (status === 0 ? 'No connection' : `Answer ${status}`), options)
    this.name = 'ApiError'
    this.status = status
    this.items = items
  }

  get passing(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

export interface RequestParts {
  params?: unknown
  querystring?: unknown
  body?: unknown
}

/** `keepalive`: the request outlives the page. */
export type RequestOptions = Pick<RequestInit, 'signal' | 'keepalive'>

const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A version 4 UUID (RFC 9562): `crypto.randomUUID` exists on https and localhost only. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

let device: string | undefined

/** This browser's id, made at the first request and kept. */
function deviceId(): string {
  if (device === undefined) {
    const stored = readStored('deviceId')
    device = stored !== null && uuidForm.test(stored) ? stored : randomUuid()
    writeStored('deviceId', device)
  }
  return device
}

function xsrfToken(): string | undefined {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
}

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

/** Time within which a node learns of another node's changes. */
const changesKnownMs = 1_000

/** After a write the browser's cache is revalidated: another node may answer the next read. */
export function noteWrite(): void {
  lastWriteAt = performance.now()
}

/** What a call fails with whose request or answer broke off: the reason of an aborted `signal`, or status 0. */
export function brokenOff(cause: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return cause
  void checkConnection()
  return new ApiError(0, [], { cause })
}

/** @throws {ApiError} of status 0 without a connection; the reason of an aborted `signal` */
export async function request(
  endpoint: Endpoint,
  parts: RequestParts,
  accessToken: string | null,
  options: RequestOptions = {},
): Promise<Response> {
  try {
    return await fetch(firstData.apiRoot + requestPath(endpoint, parts), {
      method: endpoint.method,
      headers: headersFor(endpoint, accessToken, parts.body !== undefined),
      cache: performance.now() - lastWriteAt < changesKnownMs ? 'no-cache' : 'default',
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...options,
    })
  } catch (cause) {
    throw brokenOff(cause, options.signal)
  }
}
