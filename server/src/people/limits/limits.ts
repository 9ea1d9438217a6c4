import { getAudioBookFacets, getPodcastFacets } from '@earmark/contract/browse.ts'
import { listSuggestions } from '@earmark/contract/search.ts'
import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { anyFailure, type FailureOf } from '../../errors.ts'
import { countUp } from './limits.queries.ts'
import { networkAddress } from '../../http/guard/network-address.ts'

/** A rate limit of one network address or account. */
interface Limit {
  readonly name: string
  readonly count: number
  readonly windowMs: number
  /** The number that a node takes from the database at once; spares frequent limits a write each time. */
  readonly lease?: number
}

const minute = 60_000
const hour = 60 * minute

export const loginLimit: Limit = { name: 'login', count: 30, windowMs: minute }
export const registrationLimit: Limit = { name: 'registration', count: 20, windowMs: hour }
export const mailLimit: Limit = { name: 'mail', count: 20, windowMs: hour }
const searchLimit: Limit = { name: 'search', count: 120, windowMs: minute, lease: 20 }
/** Feeds that a listener adds. */
export const sourceLimit: Limit = { name: 'source', count: 20, windowMs: minute }
const facetLimit: Limit = { name: 'search-facets', count: 120, windowMs: minute, lease: 20 }
/**
 * Searches with a limit of their own, by operation: several suggestions while a word is typed, and the facets beside a
 * list.
 */
const ownSearchLimits: Readonly<Record<string, Limit>> = {
  [listSuggestions.schema.operationId]: { name: 'suggestion', count: 600, windowMs: minute, lease: 60 },
  [getAudioBookFacets.schema.operationId]: facetLimit,
  [getPodcastFacets.schema.operationId]: facetLimit,
}

const mailsOfAKind = 3

/** The part of a window's count that this node may still use. */
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
  /** As `take`, of an account. */
  takeOf(limit: Limit, userId: string, failure: FailureOf<'TooManyRequests'>): Promise<void>
  /** Counts one mail of a kind to an account, by the address that it is known by; false beyond three an hour. */
  takeMail(kind: string, emailKey: string): Promise<boolean>
}

/** The dependencies of the account calls. */
export interface AuthDeps extends PeopleDeps {
  readonly limits: Limits
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
   * Takes one of the node's lease; concurrent requests share one renewal. No `await` stands between the check and the
   * decrement.
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
    async takeOf(limit, userId, failure) {
      if (config.rateLimits) await takeOne(keyOf(limit.name, userId), limit, failure)
    },
    async takeMail(kind, emailKey) {
      const key = keyOf(`mail ${kind}`, emailKey)
      const { count } = await countUp(connection, { key, amount: 1, windowMs: hour }, clock())
      return count <= mailsOfAKind
    },
  }
}

/** Counts every search, also those answered from the cache: to be registered before the hook of the cache. */
export function limitSearches(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', async (request) => {
    const { search } = request.query as { search?: unknown }
    if (search === undefined) return
    const limit = ownSearchLimits[request.routeOptions.schema?.operationId ?? '']
    await limits.take(limit ?? searchLimit, request.ip, anyFailure)
  })
}

/** Hashed: the table names neither addresses nor accounts. */
function keyOf(name: string, subject: string): string {
  return `${name}:${hash('sha256', subject)}`
}
