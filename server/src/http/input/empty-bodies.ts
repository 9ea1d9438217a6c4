import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Calls without a body: clients that name a content type all the same, and send nothing of it, mean nothing by it
 * (RFC 9110, 8.3 asks for one only where there is content).
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!takesBody(request) && isEmpty(request)) delete request.headers['content-type']
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // Of a chunked body it is only known at its end that there is nothing.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !takesBody(request)) done(null)
    else void parseJson(request, body as string, done)
  })
}

function takesBody({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.schema?.body !== undefined || routeOptions.schema?.form !== undefined
}

function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}
