import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@earmark/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, errorBody } from '../../errors.ts'
import { apiHeaders } from '../responses/security-headers.ts'

/**
 * What is refused before a route is looked for: messages that are not HTTP, and requests at the wrong time. Node
 * and Fastify have answers of their own for these; here they get the error array like all others.
 */

// An import of it would read all that it offers: with it comes an HTTP client that takes 3 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** What is not listed is no request that could be understood. */
const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
}

/** Milliseconds that a refused client has to read why; closing at once may take the answer from it. */
const lingerMs = 1_000

const latestResponses = new WeakMap<Socket, ServerResponse>()
const refusedSockets = new WeakSet<Socket>()

/** Undefined while nothing has been asked there. */
export function latestResponseOn(socket: Socket): ServerResponse | undefined {
  return latestResponses.get(socket)
}

/** Fastify's `clientErrorHandler`: the parser gave up on a connection, or its time is over. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // What comes after the broken part is broken too, and told again and again.
  if (refusedSockets.has(socket)) return
  refusedSockets.add(socket)
  const isReadable = error.code !== 'ECONNRESET' && socket.writable && socket.bytesRead > 0
  const latest = latestResponses.get(socket)
  if (!isReadable || (latest && (isAboutAnswered(latest) || isWaitingForOthers(latest)))) {
    socket.destroy()
    return
  }
  const refuse = () => writeRefusal(socket, new AppError(codes[error.code ?? ''] ?? 'BadRequest'))
  // Answers come in the order of their requests.
  if (latest?.req.complete && !latest.writableFinished) latest.once('close', refuse)
  else refuse()
}

/** Whether it is the rest of a request that came ahead: in front of its answer others are being sent. */
function isWaitingForOthers({ req, socket }: ServerResponse): boolean {
  return !req.complete && socket === null
}

/** Whether it is the rest of a request whose answer has begun: a second one would be taken for another's. */
function isAboutAnswered(latest: ServerResponse): boolean {
  return !latest.req.complete && latest.headersSent
}

function writeRefusal(socket: Socket, error: AppError): void {
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(error))
  const head = Object.entries(refusalHeaders(body)).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n`
  socket.end(`${status}${head.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function refusalHeaders(body: string): Record<string, string> {
  return {
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
}

export function registerClientErrors(app: FastifyInstance, isStopping: () => boolean): void {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latestResponses.set(request.socket, response)
  })
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = new AppError('ExpectationFailed')
    const body = JSON.stringify(errorBody(error))
    response.writeHead(error.status, refusalHeaders(body)).end(body)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const error = isStopping() && !isHealthCheck(request.url) ? new AppError('ServiceUnavailable') : null
    const isFaulty = isWithoutHost(request.raw) || isCodedUnknown(request.raw)
    const refusal = error ?? (isFaulty ? new AppError('BadRequest') : undefined)
    if (refusal) reply.header('connection', 'close')
    done(refusal)
  })
}

/** Those are asked exactly to learn that the server stops. */
function isHealthCheck(url: string): boolean {
  return url.startsWith('/health/')
}

/** RFC 9112, 3.2. */
function isWithoutHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

/**
 * RFC 9112, 6.1. The parser refuses every list of codings that does not end in chunked; of one that does, it would
 * hand on the inner coding's bytes as the body.
 */
function isCodedUnknown({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked'
}
