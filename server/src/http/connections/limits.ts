import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { networkAddress } from '../guard/network-address.ts'
import { AppError } from '../../errors.ts'
import { type UploadPace, uploadPace } from './upload-pace.ts'
import { openSockets } from './draining.ts'

export interface TimeLimits {
  /** Milliseconds for a request's headers. */
  readonly headersMs: number
  /** Milliseconds for a request's body; uploads have a pace instead. */
  readonly bodyMs: number
  readonly upload?: UploadPace
  /** Milliseconds without progress after which an unread response ends. */
  readonly unreadMs: number
  readonly checkMs: number
}

export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 15_000,
  upload: uploadPace,
  unreadMs: 60_000,
  checkMs: 2_000,
}

/** Bytes of a JSON body. */
export const maxJsonBytes = 1024 ** 2
export const drainTimeoutMs = 30_000
/** Longer than proxies keep idle connections, which would use one that has just ended. */
export const keepAliveMs = 72_000

const maxConnectionsPerAddress = 64
/** IPv6 networks of 64 bits: each device of a household has many addresses of its own. */
const maxConnectionsPerNetwork = 256
/** Characters; longer Range headers are ignored (RFC 9110, 14.2). */
export const maxRangeLength = 512

/** Behind a proxy all connections are the proxy's, which has to limit them. */
export function limitConnections(app: FastifyInstance, config: Config): void {
  if (!config.rateLimits || config.trustProxy !== false) return
  const counts = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = networkAddress(socket.remoteAddress ?? '')
    const count = (counts.get(address) ?? 0) + 1
    if (count > (address.includes(':') ? maxConnectionsPerNetwork : maxConnectionsPerAddress)) {
      socket.destroy()
      return
    }
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
  })
}

export function limitRanges(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers.range !== undefined && headers.range.length > maxRangeLength) delete headers.range
    done()
  })
}

export function limitBodies(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && !isUpload(request)) {
      const timer = setTimeout(() => endBody(request, reply), milliseconds).unref()
      for (const event of ['end', 'close'] as const) request.raw.once(event, () => clearTimeout(timer))
    }
    done()
  })
}

function endBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('RequestTimeout'))
  else raw.destroy()
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether a request sends a form with files or bytes of one, where these are taken. */
export function isUpload({ routeOptions, headers }: FastifyRequest): boolean {
  if (routeOptions.config?.bytes !== undefined) return true
  return (
    routeOptions.config?.form !== undefined && /^multipart\/form-data/i.test(headers['content-type'] ?? '')
  )
}

/** Ends connections whose clients do not read. Sampled, so that responses that are read at once cost nothing. */
export function endUnreadResponses(
  app: FastifyInstance,
  { unreadMs, checkMs }: { readonly unreadMs: number; readonly checkMs: number },
): void {
  const sockets = openSockets(app)
  const timed = new WeakSet<Socket>()
  const look = (socket: Socket): void => {
    if (socket.writableLength > 0) {
      if (socket.timeout) return
      timed.add(socket)
      // Node destroys a socket without progress for that long when it has no `timeout` listener.
      socket.setTimeout(unreadMs)
    } else if (timed.delete(socket) && socket.timeout === unreadMs) socket.setTimeout(0)
  }
  const timer = setInterval(() => sockets.forEach(look), checkMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
