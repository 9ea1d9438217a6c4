import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The part of an IP address that one customer of a network has: all of an IPv4 address, the first 64 bits of an
 * IPv6 one (RFC 6177), of which anybody has as many as there are.
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
 * Leaves in X-Forwarded-For what names an IP address, before `request.ip` is read from it: addresses without their
 * ports, and nothing from the last entry backwards that names none (RFC 7239, 6: `unknown`, `_hidden`). The client is
 * then the nearest address that is known, at the least the one of the socket.
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
