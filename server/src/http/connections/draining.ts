import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { latestResponseOn } from './client-errors.ts'

/**
 * A server that stops finishes what it has begun, and keeps no connection for more: a proxy would send the next request
 * there, and the stop would wait for whoever says nothing. Node itself closes those only that have been answered.
 */
export function registerConnectionDraining(app: FastifyInstance): void {
  const sockets = openSockets(app)
  app.addHook('preClose', async () => sockets.forEach(drain))
}

/** Milliseconds for a request that is on its way to an open connection: it is refused in words. */
const arrivalMs = 250

function drain(socket: Socket): void {
  // Opened in advance, as browsers do.
  if (socket.bytesRead === 0) setTimeout(() => socket.bytesRead === 0 && socket.destroy(), arrivalMs)
  const answer = latestResponseOn(socket)
  if (!answer || answer.writableFinished) return
  if (answer.headersSent) answer.once('close', () => socket.destroySoon())
  else answer.shouldKeepAlive = false
}

/** The connections that there are at the moment. */
export function openSockets({ server }: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
