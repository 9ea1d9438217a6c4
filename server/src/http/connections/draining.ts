import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { latestResponseOn } from './client-errors.ts'

/**
 * Connection draining: a stopping server finishes requests in progress and closes connections after their response, so
 * that proxies send nothing more. Node itself closes only connections that are idle after a response.
 */
export function registerConnectionDraining(app: FastifyInstance): void {
  const sockets = openSockets(app)
  app.addHook('preClose', async () => sockets.forEach(drain))
}

/** Milliseconds in which a request that is on its way to a fresh connection is still answered, with 503. */
const arrivalMs = 250

function drain(socket: Socket): void {
  // Browsers open connections in advance.
  if (socket.bytesRead === 0) setTimeout(() => socket.bytesRead === 0 && socket.destroy(), arrivalMs)
  const answer = latestResponseOn(socket)
  if (!answer || answer.writableFinished) return
  if (answer.headersSent) answer.once('close', () => socket.destroySoon())
  else answer.shouldKeepAlive = false
}

export function openSockets({ server }: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
