import { openSockets } from './draining.ts'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
