import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const maxWaiting = 100

/** RFC 9112, 9.3.2: a pipelined request starts when the responses before it have been sent. */
export function serializePipelinedRequests(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, done) => {
    // Node assigns the socket to one response after the other.
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
