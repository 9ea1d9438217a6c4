import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as its bytes go over the wire: no client tidies its address up, or refuses its headers. */
export interface RawRequest {
  readonly method: string
  /** What stands between method and version. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export interface RawAnswer {
  readonly status: number
  /** Everything that came back, headers included, a character for each byte. */
  readonly text: string
}

/** On a connection of its own, which the server closes. */
export async function askRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // Answered before all of it was read, and closed.
  socket.on('error', () => undefined)
  socket.write(bytesOf(request))
  const text = (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1')
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0), text }
}

function bytesOf({ method, target, headers = {}, body }: RawRequest): Buffer {
  const all = {
    host: 'localhost',
    connection: 'close',
    ...(body && { 'content-length': String(body.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return body ? Buffer.concat([head, body]) : head
}

/** Works through all of them, some at a time. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const turns = Array.from({ length: 8 }, async () => {
    for (const item of rest) await work(item)
  })
  await Promise.all(turns)
}
