import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut: what has gone through it arrives, and no answer comes any more. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  /** Bytes that clients have sent. */
  readonly receivedBytes: number
  cut(): void
}

interface Options {
  /** Where the server listens just now. */
  readonly port: () => number
  /** Told after each piece of what clients send. */
  readonly onBytes: (receivedBytes: number) => void
}

export async function startCuttingProxy({ port, onBytes }: Options): Promise<CuttingProxy> {
  const lines = new Set<{ readonly client: Socket; readonly server: Socket }>()
  let receivedBytes = 0
  const proxy = createServer((client) => {
    const server = connect(port(), '127.0.0.1')
    const line = { client, server }
    lines.add(line)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('data', (bytes) => {
      receivedBytes += bytes.length
      if (!server.write(bytes)) client.pause()
      onBytes(receivedBytes)
    })
    server.on('drain', () => client.resume()).pipe(client)
    client.on('close', () => {
      lines.delete(line)
      server.end()
    })
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    for (const { client, server } of lines) {
      server.unpipe(client)
      client.resetAndDestroy()
    }
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    get receivedBytes() {
      return receivedBytes
    },
    cut,
    async [Symbol.asyncDispose]() {
      for (const { client, server } of lines) [client, server].forEach((socket) => void socket.destroy())
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
