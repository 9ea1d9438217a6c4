import { isIP } from 'node:net'
import { ConfigError, type Environment, text } from './config-values.ts'

const names = ['loopback', 'linklocal', 'uniquelocal']

export function trustProxy(environment: Environment): boolean | string {
  const given = text(environment, 'TRUST_PROXY', 'false')
  if (given === 'true' || given === 'false') return given === 'true'
  if (!given.split(',').every((part) => isProxy(part.trim()))) {
    throw new ConfigError(
      `TRUST_PROXY must be true, false, or addresses of proxies such as 10.0.0.1 or 10.0.0.0/8, separated by commas; it is "${given}".`,
    )
  }
  return given
}

function isProxy(part: string): boolean {
  if (names.includes(part)) return true
  const [address = '', suffix, ...more] = part.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return suffix === undefined || isPrefixLength(suffix, version) || (version === 4 && isNetmask(suffix))
}

function isPrefixLength(suffix: string, version: number): boolean {
  return /^\d+$/.test(suffix) && Number(suffix) > 0 && Number(suffix) <= (version === 6 ? 128 : 32)
}

function isNetmask(suffix: string): boolean {
  if (isIP(suffix) !== 4) return false
  const bits = suffix.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  return /^1+0*$/.test(bits.join(''))
}
