import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can fall silent, as a network does: connections stay open and nothing passes. */
export interface StallingProxy extends AsyncDisposable {
  /** The database's address by this way. */
  readonly url: string
  /** Nothing passes any more, in either direction; who connects is taken on and hears nothing. */
  stall(): void
  /** What is open ends, and so does whatever comes. */
  refuse(): void
  /** What is open ends, and what comes passes again. */
  recover(): void
}

export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'stalled' | 'refusing' = 'open'
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'stalled') return void client.pause()
    if (state === 'refusing') return void client.destroy()
    const database = keep(connect(Number(target.port), target.hostname))
    client.pipe(database).pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  const endAll = () => sockets.forEach((socket) => void socket.destroy())
  return {
    url: url.href,
    stall() {
      state = 'stalled'
      for (const socket of sockets) socket.unpipe().pause()
    },
    refuse() {
      state = 'refusing'
      endAll()
    },
    recover() {
      state = 'open'
      endAll()
    },
    async [Symbol.asyncDispose]() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
