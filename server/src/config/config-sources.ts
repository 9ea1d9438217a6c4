import ipaddr from 'ipaddr.js'
import { ConfigError, type Environment, parseUrl, text } from './config-values.ts'

/** @throws ConfigError */
export function sourceNetworks(environment: Environment): string[] {
  const networks = text(environment, 'SOURCE_NETWORKS', '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const wrong = networks.find((network) => !ipaddr.isValidCIDR(network))
  if (wrong !== undefined) {
    throw new ConfigError(
      `SOURCE_NETWORKS must list networks such as 192.168.1.0/24 or fd00::/8, separated by commas; "${wrong}" is none.`,
    )
  }
  return networks
}

/** @throws ConfigError, without the value: it may hold a password */
export function sourceProxy(environment: Environment): string {
  const given = text(environment, 'SOURCE_PROXY', '')
  const url = parseUrl(given)
  const isProxy = url?.protocol === 'http:' && url.hostname !== '' && url.pathname === '/'
  if (given !== '' && !(isProxy && isDecodable(url.username) && isDecodable(url.password))) {
    throw new ConfigError(
      'SOURCE_PROXY must be empty or the address of an HTTP proxy such as http://proxy.example.org:3128, with %25 for a % of its user or password.',
    )
  }
  return given
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

/** Who makes podcasts from feeds elsewhere. */
export const sourceSettings = ['editors', 'listeners', 'off'] as const
export type SourceSetting = (typeof sourceSettings)[number]
