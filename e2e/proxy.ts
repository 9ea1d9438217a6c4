/**
 * A plain reverse proxy before several nodes, as nginx or Caddy would stand there: the nodes take turns, one that
 * refuses or breaks off a connection is left out until it says that it is ready, and what it was asked goes to
 * another where that can be asked twice. Every answer says in `x-node` who gave it.
 */
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Proxy {
  readonly url: string
  /** From now on that node is asked first, whoever's turn it is; null: they take turns again. */
  prefer: (place: number | null) => void
  stop: () => Promise<void>
}

interface Node {
  readonly port: number
  isUp: boolean
}

/** What is larger is an upload: passed on as it comes, and to one node only. */
const mostKeptBytes = 1024 ** 2
const probeEveryMs = 50

/** @param ports of the nodes, which need not listen yet */
export async function startProxy(ports: readonly number[], port = 0): Promise<Proxy> {
  const nodes = ports.map((nodePort): Node => ({ port: nodePort, isUp: true }))
  const stopping = new AbortController()
  let preferred: number | null = null
  let turn = 0

  function inOrder(): Node[] {
    const first = preferred ?? turn++ % nodes.length
    const order = [...nodes.slice(first), ...nodes.slice(0, first)]
    return order.toSorted((one, other) => Number(other.isUp) - Number(one.isUp))
  }

  async function leaveOut(node: Node): Promise<void> {
    if (!node.isUp) return
    node.isUp = false
    while (!node.isUp && !stopping.signal.aborted) {
      await sleep(probeEveryMs, undefined, { ref: false })
      node.isUp = await fetch(`http://127.0.0.1:${node.port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    }
  }

  async function passOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = isKept(asked) ? await buffer(asked) : null
    for (const node of inOrder()) {
      try {
        const given = await ask(node, asked, answer, body)
        answer.writeHead(given.statusCode ?? 502, { ...endToEnd(given), 'x-node': nodes.indexOf(node) })
        return await pipeline(given, answer)
      } catch (error) {
        if (answer.headersSent || answer.destroyed) throw error
        void leaveOut(node)
        if (!mayBeAskedAgain(asked, error)) break
      }
    }
    answer.writeHead(502).end()
  }

  const server = createServer({ requestTimeout: 0 }, (asked, answer) => {
    // Whichever side breaks off, the other one learns of it by its own broken connection.
    passOn(asked, answer).catch(() => answer.destroy())
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    prefer: (place) => (preferred = place),
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function ask(
  node: Node,
  asked: IncomingMessage,
  answer: ServerResponse,
  body: Buffer | null,
): Promise<IncomingMessage> {
  const { method, url: path, socket } = asked
  const headers = { ...endToEnd(asked), 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'http' }
  const sent = request({ host: '127.0.0.1', port: node.port, method, path, headers, agent: false })
  // Once there is a response it is the one to say that the connection broke.
  sent.on('error', () => undefined)
  answer.once('close', () => sent.destroy())
  if (body) sent.end(body)
  else asked.pipe(sent)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

/** What is said about the connection is said between two alone (RFC 9110, 7.6.1). */
function endToEnd({ headers }: IncomingMessage): IncomingHttpHeaders {
  const { connection: _, 'keep-alive': __, ...others } = headers
  return others
}

function isKept({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || Number(headers['content-length'] ?? 0) <= mostKeptBytes
}

/** A POST may have been heard before the connection broke, unless there was none. */
function mayBeAskedAgain(asked: IncomingMessage, error: unknown): boolean {
  return (
    isKept(asked) && (asked.method !== 'POST' || (error as NodeJS.ErrnoException).code === 'ECONNREFUSED')
  )
}
