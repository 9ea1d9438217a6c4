import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { isOfType, type ValueSchema } from './input.ts'

/** Bodies of requests: JSON, none at all, and none in a coding. */
export function registerBodies(app: FastifyInstance): void {
  acceptEmptyBodies(app)
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404 || !isCoded(request)) return done(null, payload)
    // RFC 9110, 15.5.16.
    reply.header('accept-encoding', 'identity')
    done(new AppError('UnsupportedMediaType', { description: 'The body of the request is in a coding.' }))
  })
}

/** In a content coding (RFC 9110, 8.4): no body is decoded. */
function isCoded(request: FastifyRequest): boolean {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
  return coding !== '' && coding !== 'identity' && !isEmpty(request)
}

/** A content type without content (RFC 9110, 8.3) is dropped. */
function acceptEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!needsBody(request) && isEmpty(request)) delete request.headers['content-type']
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (bytes.length === 0 && !needsBody(request)) done(null)
    else if (isUtf8(bytes)) void parseJson(request, bytes.toString(), done)
    else done(new AppError('InvalidBody', { description: 'The request body is not text in UTF-8.' }))
  })
}

function needsBody(request: FastifyRequest): boolean {
  return takesBody(request) && !isOfType((request.routeOptions.schema?.body ?? {}) as ValueSchema, 'null')
}

function takesBody({ routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config?.bytes === 'required') return true
  return routeOptions.schema?.body !== undefined || routeOptions.schema?.form !== undefined
}

function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}
