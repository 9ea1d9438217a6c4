import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The part of an IP address that stands for one customer: an IPv4 address, or an IPv6 network of 64 bits (RFC 6177).
 */
export function networkAddress(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [withoutZone = ''] = ip.split('%', 1)
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Cleans X-Forwarded-For before `request.ip` is read from it: ports are removed, and entries up to the last one
 * without an IP address (RFC 7239, 6: `unknown`, `_hidden`).
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const header = headers['x-forwarded-for']
    if (header !== undefined) headers['x-forwarded-for'] = knownAddresses(String(header)).join(', ')
    done()
  })
}

function knownAddresses(header: string): string[] {
  const entries = header.split(',').map((entry) => entry.trim())
  const addresses = entries.filter((entry) => entry !== '').map(parseAddress)
  return addresses.slice(addresses.lastIndexOf(null) + 1) as string[]
}

const withPort = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/

/** `203.0.113.10`, `203.0.113.10:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`; null for all else. */
function parseAddress(entry: string): string | null {
  if (isIP(entry) !== 0) return entry
  const [, bracketed = '', plain = ''] = withPort.exec(entry) ?? []
  return isIP(bracketed) === 6 ? bracketed : isIP(plain) === 4 ? plain : null
}
