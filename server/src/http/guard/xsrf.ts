import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/** Double-submit cookie against cross-site requests. Authority comes from the bearer alone, never from a cookie. */

const cookieName = 'XSRF-TOKEN'
const tokenForm = /^[\w-]{22,86}$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Null when malformed. */
export function xsrfToken({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const token = readCookie(headers.cookie, cookieName)
  return token !== null && tokenForm.test(token) ? token : null
}

/** The header that brings the cookie; none to those who have it. */
export function xsrfCookie(
  request: Pick<IncomingMessage, 'headers'>,
  https: boolean,
): Record<string, string> {
  if (xsrfToken(request) !== null) return {}
  const token = freshToken()
  return { 'set-cookie': `${cookieName}=${token}; Path=/; SameSite=Lax${https ? '; Secure' : ''}` }
}

const tokenBytes = 24
let pool = Buffer.alloc(0)
let used = 0

/** One call for randomness serves a hundred tokens. */
function freshToken(): string {
  if (used === pool.length) {
    pool = randomBytes(100 * tokenBytes)
    used = 0
  }
  used += tokenBytes
  return pool.toString('base64url', used - tokenBytes, used)
}

/**
 * Refuses unsafe requests of browsers whose header does not repeat the cookie, before the body is read and behind
 * CORS.
 */
export function registerXsrfCheck(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isForged(request)) done(new AppError('InvalidXsrfToken'))
    else done(null, payload)
  })
}

function isForged(request: FastifyRequest): boolean {
  if (safeMethods.has(request.method)) return false
  const cookie = readCookie(request.headers.cookie, cookieName)
  if (cookie === null) return false
  const header = request.headers['x-xsrf-token']
  // Both headers need a CORS preflight from other origins.
  if (header === undefined) return !request.headers.authorization && !request.headers['x-deviceid']
  return typeof header !== 'string' || !equal(cookie, header)
}

function equal(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
