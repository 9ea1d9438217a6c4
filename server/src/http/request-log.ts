import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** By the pattern of the route: addresses may hold tokens and searches. */

const requestIdHeader = 'x-request-id'

export function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${((count += 1)).toString(36)}`
}

export function isLoggingRequests({ logLevel }: Pick<Config, 'logLevel'>): boolean {
  return logLevel === 'debug' || logLevel === 'trace'
}

export function registerRequestLog(app: FastifyInstance, config: Pick<Config, 'logLevel'>): void {
  if (!isLoggingRequests(config)) return
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => request.log.debug(describeRequest(reply), 'request'))
    done()
  })
}

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
