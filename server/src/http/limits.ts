import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Bounds on what a slow or hostile client may hold. */

/** Milliseconds until a request's headers must be complete. */
export const headersTimeoutMs = 15_000
/** Bytes of a JSON body. */
export const maxJsonBytes = 1024 ** 2
/** Milliseconds that streams in progress get when the server stops. */
export const drainTimeoutMs = 30_000

const maxConnectionsPerAddress = 64

/** Closes what an address opens beyond its share. Behind a proxy all connections are the proxy's: it limits them. */
export function limitConnections(app: FastifyInstance, config: Config): void {
  if (!config.rateLimits || config.trustProxy !== false) return
  const counts = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > maxConnectionsPerAddress) {
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
