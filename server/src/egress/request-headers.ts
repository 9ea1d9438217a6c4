import type { EgressStreamRequest } from './egress.ts'

/** Nothing of a listener goes along, nor what would undo the egress's own headers. */
const withheld = new Set([
  'host',
  'cookie',
  'referer',
  'origin',
  'user-agent',
  'accept-encoding',
  'connection',
  'authorization',
  'content-length',
  'transfer-encoding',
  'forwarded',
  'x-forwarded-for',
])

/** A validator that a server sent in another form is not sent back; it would be no request. */
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

export interface OwnHeaders {
  readonly agentName: string
  readonly codings: string
  /** Credentials are for the origin that they were given for. */
  readonly isFirstOrigin: boolean
}

export function requestHeaders(
  { headers = {}, credentials }: EgressStreamRequest,
  url: URL,
  { agentName, codings, isFirstOrigin }: OwnHeaders,
): Record<string, string> {
  const given = Object.entries(headers).filter(
    ([name, value]) => !withheld.has(name.toLowerCase()) && headerValue.test(value),
  )
  const own = { 'user-agent': agentName, 'accept-encoding': codings }
  const authorization = (isFirstOrigin && credentials) || credentialsIn(url)
  return {
    accept: '*/*',
    ...Object.fromEntries(given),
    ...own,
    ...(authorization && { authorization: basic(authorization) }),
  }
}

function credentialsIn({ username, password }: URL) {
  if (username === '' && password === '') return null
  return { user: decoded(username), password: decoded(password) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function basic({ user, password }: { readonly user: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
}
