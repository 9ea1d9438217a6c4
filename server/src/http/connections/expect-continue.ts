import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * RFC 9110, 10.1.1: a client that asks before it sends its body hears `100 Continue` when the body is about to be
 * read, and only the refusal when the request is refused by its headers. Node would say it before anybody has looked
 * at the request; when it was not said, it closes the connection after the answer.
 */

const waiting = new WeakSet<IncomingMessage>()

/** Whether the client has not been told to send its body. */
export function waitsForContinue(request: IncomingMessage): boolean {
  return waiting.has(request)
}

/** To be registered after all else that may refuse a request before its body is read. */
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
