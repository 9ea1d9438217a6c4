import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that may wait for the answers before them. Browsers and proxies send none ahead. */
const maxWaiting = 100

/**
 * Begins to work on a request when the answers before it on its connection have been sent: HTTP has them in that order
 * anyhow (RFC 9112, 9.3.2), and hundreds that are asked for in one breath would each hold a file and a buffer for as
 * long as the first of them is not read. Whoever asks for more than may wait loses the connection, as what waits takes
 * memory, too.
 */
export function serializePipelinedRequests(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, done) => {
    // Node hands the connection to one answer after the other.
    if (answer.socket !== null) return done()
    const ahead = waiting.get(socket) ?? 0
    if (ahead === maxWaiting) {
      socket.destroy()
      return
    }
    waiting.set(socket, ahead + 1)
    answer.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      done()
    })
  })
}
