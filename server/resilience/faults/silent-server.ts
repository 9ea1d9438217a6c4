import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Takes connections and says nothing. */
export async function startSilentServer(port: number): Promise<AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
