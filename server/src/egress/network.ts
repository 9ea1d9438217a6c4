import { ADDRCONFIG, promises as dns } from 'node:dns'
import { connect, type Socket } from 'node:net'

/** What reaches the network; tests put a made-up internet in its place. */
export interface Network {
  /** The addresses of a name; rejects or is empty where there are none. */
  lookup(hostname: string): Promise<readonly string[]>
  dial(address: string, port: number): Socket
}

export const systemNetwork: Network = {
  lookup: lookUp,
  dial: (address, port) => connect({ host: address, port }),
}

const resolver = new dns.Resolver({ timeout: 3_000, tries: 2 })

/**
 * Name servers are asked by sockets of our own: getaddrinfo holds one of four threads that read files, too. It is asked for
 * what only the system knows (hosts file, search domains).
 */
async function lookUp(hostname: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0 || answers.some(isTimeout)) return addresses
  const found = await dns.lookup(hostname, { all: true, hints: ADDRCONFIG })
  return found.map(({ address }) => address)
}

function isTimeout(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && (answer.reason as NodeJS.ErrnoException).code === 'ETIMEOUT'
}
