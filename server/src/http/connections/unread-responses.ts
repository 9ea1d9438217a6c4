import { openSockets } from './draining.ts'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends connections whose clients take nothing of what waits for them. Now and then it is looked who has something
 * waiting: answers that are taken at once, which are nearly all, cost nothing. Whoever waits for us, or says nothing
 * between requests, has none.
 */
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
      // Without a listener of ours, Node destroys a socket that has made no progress for so long.
      socket.setTimeout(unreadMs)
    } else if (timed.delete(socket) && socket.timeout === unreadMs) socket.setTimeout(0)
  }
  const timer = setInterval(() => sockets.forEach(look), checkMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
