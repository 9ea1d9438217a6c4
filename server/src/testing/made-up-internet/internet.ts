import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Network } from '../../egress/network.ts'
import { type Answer, type AskedOf, notFound, send } from './answers.ts'
import { certificate, certificateKey } from './certificate.ts'

export { certificate as madeUpCertificate } from './certificate.ts'
export * from './answers.ts'

/**
 * Many hosts on one loopback server behind public addresses of no meaning, http and https, with a clock that the test turns.
 * `createEgress(config, { network, ca: madeUpCertificate })` reaches them by the guard's own rules. Names end in
 * `.made-up.example` where https is used.
 */
export interface MadeUpInternet extends AsyncDisposable {
  readonly network: Network
  /** Of its loopback server without TLS, for other processes. */
  readonly port: number
  /** Epoch milliseconds. */
  readonly clock: () => number
  turn(milliseconds: number): void
  /** Answers from now on; replaces the site of that name. */
  host(name: string, site: Site): void
  /** What a name resolves to from now on: others' addresses, private ones, none. */
  resolve(name: string, addresses: readonly string[]): void
  /** Connections to the host are refused from now on. */
  cutOff(name: string): void
  /** All requests in their order. */
  readonly requests: readonly MadeUpRequest[]
  requestsOf(name: string): readonly MadeUpRequest[]
}

/** Paths, or a function for all of them. */
export type Site = Readonly<Record<string, Answer>> | ((asked: AskedOf) => Answer)

export interface MadeUpRequest {
  readonly host: string
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly at: number
}

const firstMoment = Date.UTC(2026, 0, 5, 6)

export async function startInternet(startAt = firstMoment): Promise<MadeUpInternet> {
  const state = new Hosts(startAt)
  const answer = (request: IncomingMessage, response: ServerResponse) => state.answer(request, response)
  const plain = createServer(answer)
  const secure = createSecureServer({ key: certificateKey, cert: certificate }, answer)
  const servers = [plain, secure]
  for (const server of servers) server.listen(0, '127.0.0.1')
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const portOf = (isTls: boolean) => ((isTls ? secure : plain).address() as AddressInfo).port
  const network: Network = {
    lookup: (name) => Promise.resolve(state.addressesOf(name)),
    dial: (address, port) => connect(state.isReached(address) ? portOf(port === 443) : 9, '127.0.0.1'),
  }
  return {
    network,
    port: portOf(false),
    clock: () => state.now,
    turn: (milliseconds) => void (state.now += milliseconds),
    host: (name, site) => state.put(name, site),
    resolve: (name, addresses) => void state.names.set(name, addresses),
    cutOff: (name) => void state.names.set(name, ['93.184.0.1']),
    requests: state.requests,
    requestsOf: (name) => state.requests.filter(({ host }) => host === name),
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
    },
  }
}

class Hosts {
  now: number
  readonly names = new Map<string, readonly string[]>()
  readonly requests: MadeUpRequest[] = []
  readonly #sites = new Map<string, Site>()
  readonly #reached = new Set<string>()

  constructor(now: number) {
    this.now = now
  }

  put(name: string, site: Site): void {
    this.#sites.set(name, site)
    const number = this.#sites.size
    const address = `93.184.${1 + (number >> 8)}.${number & 255}`
    this.names.set(name, [address])
    this.#reached.add(address)
  }

  addressesOf(name: string): readonly string[] {
    return this.names.get(name) ?? []
  }

  isReached(address: string): boolean {
    return this.#reached.has(address)
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const { url: path = '/', method = 'GET', headers } = request
    this.requests.push({ host, path, method, headers, at: this.now })
    const site = this.#sites.get(host) ?? {}
    const asked = { path, method, headers, now: this.now }
    const answer = typeof site === 'function' ? site(asked) : (site[path] ?? notFound)
    send(answer, asked, response)
  }
}
