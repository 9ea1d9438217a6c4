import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { latestResponseOn } from './client-errors.ts'

/** Node itself closes only connections that are idle after a response. */
export function registerConnectionDraining(app: FastifyInstance): void {
  const sockets = openSockets(app)
  app.addHook('preClose', async () => sockets.forEach(drain))
}

/** Milliseconds for a request on its way to a fresh connection, which is answered with 503. */
const arrivalMs = 250

function drain(socket: Socket): void {
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
