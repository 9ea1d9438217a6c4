import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Listening {
  readonly port: number
  readonly host: string
}

/**
 * libuv takes one connection of a listening socket in each turn of the event loop, and on a busy node a turn serves
 * hundreds of connections: new ones would wait for seconds, and be lost beyond the 511 of the backlog (0075).
 */
const sockets = 16
/** On other systems one socket of several would get all connections. */
const isShared = process.platform === 'linux'

/** @returns the first address. @throws what Node throws where the address cannot be had */
export async function listen(
  app: FastifyInstance,
  address: Listening,
  text: (address: string) => string,
): Promise<string> {
  const others: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map(close))
  })
  // The server of HTTP waits for the connections of its own socket only.
  app.addHook('onClose', async () => {
    await closed
  })
  // Sockets that share an address share it with those of another program of the same user as well.
  if (isShared) await requireFree(address)
  const options = { ...address, reusePort: isShared, listenTextResolver: text }
  const first = await app.listen(options)
  if (!isShared) return first
  for (const { address: host, port } of app.addresses() as AddressInfo[])
    for (let count = 1; count < sockets; count += 1) others.push(await listenBeside(app, { port, host }))
  return first
}

async function requireFree(address: Listening): Promise<void> {
  const probe = createServer().listen(address)
  await once(probe, 'listening')
  await close(probe)
}

/** Resolves once its connections have ended. */
async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

async function listenBeside({ server }: FastifyInstance, address: Listening): Promise<Server> {
  // As the server of HTTP has its connections.
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  other.listen({ ...address, reusePort: true })
  await once(other, 'listening')
  return other
}
