import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The connections that there are at the moment. */
export function openSockets({ server }: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
