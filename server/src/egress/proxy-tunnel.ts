import { isIPv6, type Socket } from 'node:net'
import { EgressError } from './egress.ts'

export interface Proxy {
  readonly hostname: string
  readonly port: number
  /** `Basic …`, or null. */
  readonly authorization: string | null
}

export function parseProxy(address: string): Proxy | null {
  if (address === '') return null
  const url = new URL(address)
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 80),
    authorization:
      credentials === ':' ? null : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
  }
}

const maxHeadBytes = 16 * 1024

/**
 * A tunnel (RFC 9110, 9.3.6) to an address as a number: the proxy resolves no name.
 *
 * @throws EgressError `NoAnswer`
 */
export async function tunnel(socket: Socket, proxy: Proxy, address: string, port: number): Promise<void> {
  const authority = isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
  const authorization = proxy.authorization ? `Proxy-Authorization: ${proxy.authorization}\r\n` : ''
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`)
  const head = await readHead(socket)
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 'no status'
  if (!status.startsWith('2')) throw new EgressError('NoAnswer', `The proxy answered ${status}`)
}

function readHead(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const fail = () => reject(new EgressError('NoAnswer', 'The proxy closed the connection'))
    const read = () => {
      received = Buffer.concat([received, (socket.read() as Buffer | null) ?? Buffer.alloc(0)])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0 && received.length <= maxHeadBytes) return
      socket.off('readable', read).off('close', fail)
      if (end < 0) return fail()
      if (received.length > end + 4) socket.unshift(received.subarray(end + 4))
      resolve(received.toString('latin1', 0, end))
    }
    socket.on('readable', read).once('close', fail)
  })
}
