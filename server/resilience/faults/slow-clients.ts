import { connect, type Socket } from 'node:net'
import { bookForm, type FaultSite } from './fault-site.ts'

/** Clients that hold a connection each and do as little on it as they can, from many addresses of the loopback. */

const slownesses = ['headers', 'bodies', 'uploads', 'reads', 'answers'] as const
type Slowness = (typeof slownesses)[number]

export interface SlowClients extends Disposable {
  /** How many times one of them has got a connection. */
  readonly arrivals: number
}

/** Below what the server lets one address have. */
const connectionsPerAddress = 50
const dripMs = 1_000
/** What the API has that is large. */
const largeFile = '/api/docs/static/swagger-ui-bundle.js'

interface Client {
  readonly socket: Socket
  /** What is left to say, a byte at a time. */
  rest: Buffer
  readonly slowness: Slowness
}

/** @param isStubborn whether who is turned away comes again */
export function startSlowClients(site: FaultSite, count: number, isStubborn = false): SlowClients {
  const clients = new Map<number, Client>()
  let isOver = false
  let arrivals = 0
  const come = (place: number): void => {
    if (isOver) return
    const slowness = slownesses[place % slownesses.length] as Slowness
    const localAddress = `127.0.0.${2 + Math.floor(place / connectionsPerAddress)}`
    const socket = connect({ port: site.program.port, host: '127.0.0.1', localAddress })
    const [first, rest] = sayingOf(slowness, site)
    clients.set(place, { socket, rest, slowness })
    socket
      .on('error', () => undefined)
      .once('connect', () => {
        arrivals += 1
        socket.write(first)
      })
    if (isReader(slowness)) socket.pause()
    else socket.resume()
    socket.once('close', () => {
      clients.delete(place)
      if (isStubborn) setTimeout(come, dripMs, place)
    })
  }
  for (let place = 0; place < count; place += 1) come(place)
  const dripping = setInterval(() => clients.forEach(drip), dripMs)
  return {
    get arrivals() {
      return arrivals
    },
    [Symbol.dispose]() {
      isOver = true
      clearInterval(dripping)
      for (const { socket } of clients.values()) socket.destroy()
    },
  }
}

/** One that is slow to read, or never does. */
function isReader(slowness: Slowness): boolean {
  return slowness === 'reads' || slowness === 'answers'
}

function drip(client: Client): void {
  const { socket, rest, slowness } = client
  if (slowness === 'reads') socket.read(1)
  else if (slowness === 'answers') return
  else if (socket.writable) {
    socket.write(rest.subarray(0, 1))
    client.rest = rest.subarray(1)
  }
}

function sayingOf(slowness: Slowness, site: FaultSite): [first: string, rest: Buffer] {
  const endless = Buffer.alloc(10_000, 'x')
  switch (slowness) {
    case 'headers':
      return ['GET / HTTP/1.1\r\nhost: x\r\nx-long: ', endless]
    case 'bodies':
      return [head('POST', '/api/auth/login', { 'content-type': 'application/json' }), endless]
    case 'uploads': {
      const { type, body } = bookForm('Slow', 10_000)
      return [head('POST', '/api/audio-books', { ...site.headers, 'content-type': type }), body]
    }
    case 'reads':
      return [`GET ${site.audioUrl} HTTP/1.1\r\nhost: x\r\n\r\n`, endless]
    case 'answers':
      // Together more than the sockets of both sides hold.
      return [`GET ${largeFile} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(4), endless]
  }
}

function head(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const all = { host: 'x', 'content-length': '10000', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
