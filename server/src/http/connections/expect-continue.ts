import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * RFC 9110, 10.1.1: `100 Continue` is sent when the body is about to be read, so that a refusal by the headers comes
 * first. Node's default sends it before any hook runs.
 */

const waiting = new WeakSet<IncomingMessage>()

export function waitsForContinue(request: IncomingMessage): boolean {
  return waiting.has(request)
}

/** Registered behind all hooks that refuse requests by their headers. */
export function registerExpectContinue(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: unknown) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRoute', (route) => {
    route.preParsing = [route.preParsing ?? [], sayContinue].flat()
  })
}

async function sayContinue<Payload>(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
): Promise<Payload> {
  if (waiting.delete(request.raw)) reply.raw.writeContinue()
  return payload
}
