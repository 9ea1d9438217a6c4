import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { NetworkRule } from './address-rules.ts'
import { EgressError } from './egress.ts'
import type { Network } from './network.ts'
import { type Proxy, tunnel } from './proxy-tunnel.ts'

export interface ConnectRules {
  readonly network: Network
  readonly isAllowed: NetworkRule
  readonly proxy: Proxy | null
  /** Certificates that are trusted instead of the system's. */
  readonly ca: string | undefined
  /** For the look-up, all attempts and the handshake together. */
  readonly connectMs: number
}

export interface Target {
  readonly hostname: string
  readonly port: number
  readonly isTls: boolean
}

/** Of a host with many addresses, in the order of the answer. */
const maxAttempts = 4

/**
 * A connection to one of the addresses that were checked, and to no other: the name is resolved once. Certificate and host
 * stay those of the name.
 *
 * @throws EgressError
 */
export async function guardedConnect(target: Target, rules: ConnectRules): Promise<Socket> {
  const deadline = AbortSignal.timeout(rules.connectMs)
  const addresses = await race(resolveChecked(target.hostname, rules), deadline)
  const socket = await dialFirst(addresses.slice(0, maxAttempts), target.port, rules, deadline)
  return target.isTls ? await secure(socket, target.hostname, rules, deadline) : socket
}

async function resolveChecked(
  hostname: string,
  { network, isAllowed }: ConnectRules,
): Promise<readonly string[]> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(name) > 0 ? [name] : await network.lookup(name).catch(() => [])
  if (addresses.length === 0) throw new EgressError('NameNotFound', `${name} has no address`)
  const refused = addresses.find((address) => !isAllowed(address))
  if (refused !== undefined)
    throw new EgressError('NetworkRefused', `${name} is at ${refused}, which is not public`)
  return addresses
}

async function dialFirst(
  addresses: readonly string[],
  port: number,
  rules: ConnectRules,
  deadline: AbortSignal,
): Promise<Socket> {
  let failure: unknown
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1
    const patience = isLast ? deadline : AbortSignal.timeout(rules.connectMs / maxAttempts)
    try {
      return await dial(address, port, rules, AbortSignal.any([deadline, patience]))
    } catch (error) {
      failure = error
      if (deadline.aborted) break
    }
  }
  throw failure
}

async function dial(address: string, port: number, rules: ConnectRules, signal: AbortSignal) {
  const { proxy, network } = rules
  const socket = proxy ? network.dial(proxy.hostname, proxy.port) : network.dial(address, port)
  socket.setNoDelay(true)
  await settled(socket, 'connect', signal)
  if (proxy) await settledBy(socket, tunnel(socket, proxy, address, port), signal)
  return socket
}

async function secure(socket: Socket, hostname: string, { ca }: ConnectRules, deadline: AbortSignal) {
  const servername = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) > 0 ? '' : hostname
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secured = connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'], ...(ca && { ca }) })
  await settled(secured, 'secureConnect', deadline)
  return secured
}

function settled(socket: Socket, event: string, signal: AbortSignal): Promise<unknown> {
  // An error after this moment is undici's to report; without a listener it would end the process.
  socket.on('error', () => undefined)
  return settledBy(socket, once(socket, event), signal)
}

async function settledBy<T>(socket: Socket, work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await race(work, signal)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function race<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new EgressError('TooSlow', 'No connection in time'))
  if (signal.aborted) late()
  signal.addEventListener('abort', late, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', late)
    work.catch(() => undefined)
    promise.catch(() => undefined)
  }
}
