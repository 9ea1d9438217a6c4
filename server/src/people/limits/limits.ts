import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { countUp } from './limits.queries.ts'
import { networkAddress } from '../../http/guard/network-address.ts'

/** How often something may be done in a time, by one network address or for one account. */
interface Limit {
  readonly name: string
  readonly count: number
  readonly windowMs: number
  /** How many a node takes from the database at once: what is frequent must not cost a write each time. */
  readonly lease?: number
}

const minute = 60_000
const hour = 60 * minute

export const loginLimit: Limit = { name: 'login', count: 30, windowMs: minute }
export const registrationLimit: Limit = { name: 'registration', count: 20, windowMs: hour }
export const mailLimit: Limit = { name: 'mail', count: 20, windowMs: hour }
export const searchLimit: Limit = { name: 'search', count: 120, windowMs: minute, lease: 20 }

const mailsOfAKind = 3

/** What this node knows of a window: how many of its lease are left, until when. */
interface Lease {
  left: number
  isExhausted: boolean
  readonly resetsAt: number
}

export interface Limits {
  /**
   * Counts one request of a network address, which fails beyond the limit; without effect where limits by address are
   * switched off.
   */
  take(limit: Limit, ip: string, failure: FailureOf<'TooManyRequests'>): Promise<void>
  /** Counts one mail of a kind to an account, by the address that it is known by; false beyond three an hour. */
  takeMail(kind: string, emailKey: string): Promise<boolean>
}

/** Counts are kept in the database, so that they hold on all nodes and after a restart. */
export function createLimits({
  config,
  db: { connection },
  clock,
}: Pick<PeopleDeps, 'config' | 'db' | 'clock'>): Limits {
  const leases = new LRUCache<string, Lease>({ max: 10_000 })
  const renewals = new Map<string, Promise<void>>()

  /**
   * Takes one of what this node may still go by; requests that come at once share one look into the database.
   * Found and taken without a pause between: what one of them has seen, another must not take.
   */
  async function takeOne(key: string, limit: Limit, failure: FailureOf<'TooManyRequests'>): Promise<void> {
    for (;;) {
      const lease = leases.get(key)
      const leftMs = (lease?.resetsAt ?? 0) - clock()
      if (lease && leftMs > 0 && leftMs <= 2 * limit.windowMs) {
        if (lease.isExhausted) throw failure('TooManyRequests', { retryAfterMs: leftMs })
        if (lease.left > 0) {
          lease.left -= 1
          return
        }
      }
      const renewal = renewals.get(key) ?? renew(key, limit).finally(() => renewals.delete(key))
      renewals.set(key, renewal)
      await renewal
    }
  }

  async function renew(key: string, { count, windowMs, lease = 1 }: Limit): Promise<void> {
    const window = await countUp(connection, { key, amount: lease, windowMs }, clock())
    const left = Math.min(lease, count - (window.count - lease))
    leases.set(key, { left: Math.max(0, left), isExhausted: left <= 0, resetsAt: window.resetsAt })
  }

  return {
    async take(limit, ip, failure) {
      if (!config.rateLimits) return
      await takeOne(keyOf(limit.name, networkAddress(ip)), limit, failure)
    },
    async takeMail(kind, emailKey) {
      const key = keyOf(`mail ${kind}`, emailKey)
      const { count } = await countUp(connection, { key, amount: 1, windowMs: hour }, clock())
      return count <= mailsOfAKind
    },
  }
}

/** Whom a count is about is nobody's business who looks at the table. */
function keyOf(name: string, subject: string): string {
  return `${name}:${hash('sha256', subject)}`
}
