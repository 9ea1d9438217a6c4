import ipaddr from 'ipaddr.js'
import { EgressError } from './egress.ts'

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
const firstFreePort = 1024

/** @throws EgressError `AddressRefused` for a scheme, a port or credentials that may not be */
export function checkedUrl(given: string, { isEditor = false }: { readonly isEditor?: boolean }): URL {
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !(url.protocol in defaultPorts) || url.hostname === '')
    throw new EgressError('AddressRefused', 'Only http and https addresses are fetched')
  const port = Number(url.port || defaultPorts[url.protocol])
  if (port !== 80 && port !== 443 && !(isEditor && port >= firstFreePort))
    throw new EgressError('AddressRefused', `Port ${port} is not fetched from`)
  if (!isEditor && (url.username !== '' || url.password !== ''))
    throw new EgressError('AddressRefused', 'The address contains a user or a password')
  return url
}

export type NetworkRule = (address: string) => boolean

/** The part of IPv6 that is routed publicly (RFC 4291, 2.4); the rest is reserved or the system's own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is public, or in one of the networks. */
export function networkRule(networks: readonly string[]): NetworkRule {
  const allowed = networks.map((network) => ipaddr.parseCIDR(network))
  return (given) => {
    if (!ipaddr.isValid(given)) return false
    const address = ipaddr.process(given)
    if (allowed.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits)))
      return true
    if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false
    return address.range() === 'unicast'
  }
}
