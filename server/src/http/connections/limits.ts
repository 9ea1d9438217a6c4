import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { networkAddress } from '../guard/network-address.ts'
import { AppError } from '../../errors.ts'
import { type UploadPace, uploadPace } from './upload-pace.ts'

/** Bounds on what a slow or hostile client may hold. */

export interface TimeLimits {
  /** Milliseconds until a request's headers must be complete. */
  readonly headersMs: number
  /** Milliseconds until a request's body must be; uploads have a pace of their own instead. */
  readonly bodyMs: number
  /** How slow an upload may be. */
  readonly upload?: UploadPace
  /** Milliseconds without progress after which an answer that nobody reads ends. */
  readonly unreadMs: number
  /** Milliseconds between looks at which headers are late, and what is unread. */
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
/** Milliseconds that requests in progress get when the server stops. */
export const drainTimeoutMs = 30_000

const maxConnectionsPerAddress = 64
/** Of IPv6, where a household's devices share the first half of their addresses, and each can take as many as it likes. */
const maxConnectionsPerNetwork = 256
/** Characters of a Range header. Longer ones are ignored, as RFC 9110, 14.2 leaves open for every request. */
export const maxRangeLength = 512

/**
 * Closes what an address, or a network of IPv6, opens beyond its share. Behind a proxy all connections are the proxy's:
 * it limits them.
 */
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

/** Whoever reads ranges may take long over what is longer than any that is meant. */
export function limitRanges(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers.range !== undefined && headers.range.length > maxRangeLength) delete headers.range
    done()
  })
}

/**
 * Ends requests whose bodies take too long, whether anybody waits for them or they are only read to be thrown
 * away because the answer has been given.
 */
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
  // Whoever reads the body answers with this error, as with any other of reading.
  if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('RequestTimeout'))
  else raw.destroy()
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Those go by `upload-pace.ts`. */
function isUpload({ routeOptions, headers }: FastifyRequest): boolean {
  return (
    routeOptions.config?.form !== undefined && /^multipart\/form-data/i.test(headers['content-type'] ?? '')
  )
}
