import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@earmark/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, errorBody } from '../../errors.ts'
import { namesItsHost } from '../responses/cached-first.ts'
import { apiHeaders } from '../responses/security-headers.ts'

// An `import` would load all of node:http, whose client takes 3 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
}

/** Milliseconds to read the refusal: closing at once may discard it. */
const lingerMs = 1_000

const latestResponses = new WeakMap<Socket, ServerResponse>()
const refusedSockets = new WeakSet<Socket>()

export function latestResponseOn(socket: Socket): ServerResponse | undefined {
  return latestResponses.get(socket)
}

export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // The parser reports every piece that follows a broken one.
  if (refusedSockets.has(socket)) return
  refusedSockets.add(socket)
  const isReadable = error.code !== 'ECONNRESET' && socket.writable && socket.bytesRead > 0
  const latest = latestResponses.get(socket)
  if (!isReadable || (latest && (isAboutAnswered(latest) || isWaitingForOthers(latest)))) {
    socket.destroy()
    return
  }
  const refuse = () => writeRefusal(socket, new AppError(codes[error.code ?? ''] ?? 'BadRequest'))
  if (latest?.req.complete && !latest.writableFinished) latest.once('close', refuse)
  else refuse()
}

/** The rest of a pipelined request whose response is not first in line. */
function isWaitingForOthers({ req, socket }: ServerResponse): boolean {
  return !req.complete && socket === null
}

/** The rest of a request whose response has begun: a second response would belong to the next request. */
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
    const isFaulty = !namesItsHost(request.raw) || isCodedUnknown(request.raw)
    const refusal = error ?? (isFaulty ? new AppError('BadRequest') : undefined)
    if (refusal) reply.header('connection', 'close')
    done(refusal)
  })
}

function isHealthCheck(url: string): boolean {
  return url.startsWith('/health/')
}

/** RFC 9112, 6.1: the parser accepts other codings in front of `chunked`, and hands on their encoded bytes. */
function isCodedUnknown({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked'
}
