import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '@earmark/contract/emails.ts'
import { anyFailure, type FailureOf } from '../../errors.ts'
import { openScopeToEveryone } from '../../http/guard/access.ts'
import { sendError } from '../../http/responses/error-handler.ts'
import { momentaryHeaders, registerApiHeaders } from '../../http/responses/security-headers.ts'
import type { SignedInDevice } from '../../people/devices/devices.queries.ts'
import { signInDevice } from '../../people/devices/sign-in-device.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'

/** What surrounds every request of apps below `/gpodder`. */

/** The codes that calls below `/gpodder` answer, as endpoints list theirs. */
export const failure: FailureOf<
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'InvalidBody'
  | 'InvalidQuery'
  | 'TooManyAttempts'
  | 'TooManyRequests'
  | 'ServiceUnavailable'
> = anyFailure

const maxBodyBytes = 2 * 1024 ** 2

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handlers of apps that have signed in. */
    device: SignedInDevice | null
  }
}

export function prepareGpodderScope(scope: FastifyInstance): void {
  openScopeToEveryone(scope)
  registerApiHeaders(scope, momentaryHeaders)
  // Bodies are read as text: apps name all kinds of content types.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.addHook('onRequest', async (request) => {
    if (isOfPage(request)) throw failure('Forbidden')
  })
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Basic realm="Earmark"')
    return payload
  })
  scope.setNotFoundHandler((_request, reply) => sendError(reply, failure('NotFound')))
}

/** A page would have the cookie's authority; apps name neither origin nor site. */
function isOfPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin !== undefined || (site !== undefined && site !== 'none')
}

export function guardByDevice(scope: FastifyInstance, deps: PeopleDeps): void {
  scope.decorateRequest('device', null)
  scope.addHook('preParsing', async (request, reply, payload) => {
    const { authorization, cookie } = request.headers
    const signIn = await signInDevice(deps, { authorization, cookie, ip: request.ip }, failure)
    if (signIn.cookie !== null) reply.header('set-cookie', signIn.cookie)
    const { user } = request.params as { readonly user?: string }
    if (user !== undefined && emailKey(nameOf(user).name) !== signIn.device.email_key)
      throw failure('Forbidden')
    request.device = signIn.device
    return payload
  })
}

export function deviceOf({ device }: FastifyRequest): SignedInDevice {
  if (!device) throw new Error('This route is open to everyone.')
  return device
}

/** A part of a path with its format: `ada@example.org.json`. */
export function nameOf(part: string): { readonly name: string; readonly format: string | null } {
  const [, name = part, format = null] = /^(.*)\.(json|opml|txt)$/s.exec(part) ?? []
  return { name, format }
}

/** JSON whatever its content type; undefined for an empty body. */
export function readJson({ body }: FastifyRequest): unknown {
  if (body === undefined || body === null || body === '') return undefined
  try {
    return JSON.parse(body as string)
  } catch {
    throw failure('InvalidBody')
  }
}

const deviceForm = /^[\w.-]{1,64}$/

/** @throws AppError NotFound for another format, or an id that is none */
export function appIdOf(
  part: string,
  formats: readonly string[],
): { readonly id: string; readonly format: string } {
  const { name, format } = nameOf(part)
  if (format === null || !formats.includes(format) || !deviceForm.test(name)) throw failure('NotFound')
  return { id: name, format }
}

/** Apps accept no other status. */
export function answerEmpty(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send('')
}

/** Routes of other protocols are not in the document of the API. */
export const hidden = { schema: { hide: true } } as const

/** @throws AppError NotFound where `{user}` has another format */
export function requireFormat(request: FastifyRequest, ...formats: readonly string[]): string {
  const { format } = nameOf((request.params as { readonly user: string }).user)
  if (format === null || !formats.includes(format)) throw failure('NotFound')
  return format
}

/** Epoch seconds; 0 without one. Those of a clock that runs ahead of ours are as good. */
export function sinceOf({ since = '0' }: { readonly since?: unknown }): number {
  const text = typeof since === 'string' ? since : ''
  if (!/^-?\d{1,15}$/.test(text)) throw failure('InvalidQuery', { field: 'since' })
  return Math.max(0, Number(text))
}
