import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Logs failures of the server (5xx), and at level debug every request, by the pattern of the route: addresses may hold
 * tokens and searches.
 */

/** Also sent with 5xx responses. */
const requestIdHeader = 'x-request-id'

/** Unique across nodes and restarts. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${((count += 1)).toString(36)}`
}

export function registerRequestLog(app: FastifyInstance, { logLevel }: Pick<Config, 'logLevel'>): void {
  if (logLevel !== 'debug' && logLevel !== 'trace') return
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => request.log.debug(describeRequest(reply), 'request'))
    done()
  })
}

/** @param error the cause of a 5xx */
export function logFailure(reply: FastifyReply, status: number, error: unknown, isExpected: boolean): void {
  const { log, id } = reply.request
  reply.header(requestIdHeader, id)
  const line = { ...describeRequest(reply), status, err: error }
  if (isExpected) log.warn(line, 'unavailable')
  else log.error(line, 'unexpected error')
}

function describeRequest({ request, raw, elapsedTime }: FastifyReply) {
  const { method, routeOptions } = request
  const status = raw.headersSent ? raw.statusCode : null
  return { method, route: routeOptions.url ?? 'unknown', status, durationMs: Math.round(elapsedTime) }
}
