import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import type { ResponseCache } from '../../http/responses/response-cache.ts'
import { watchRequests } from './request-metrics.ts'
import { measureState } from './state-metrics.ts'
import { watchTransfers } from './transfer-metrics.ts'

/** Labels are route patterns, which bounds the number of series. */
export interface Metrics {
  /** Before all other hooks, so that refused requests count. */
  watch(app: FastifyInstance): void
  registerRoute(app: FastifyInstance): void
}

export function createMetrics(deps: MediaDeps, responseCache: ResponseCache): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureState(registry, deps, responseCache)
  return {
    watch(app) {
      watchRequests(registry, app)
      watchTransfers(registry, app)
    },
    registerRoute(app) {
      app.get('/metrics', { ...openToEveryone, schema: { hide: true } }, async (_request, reply) => {
        reply.type(registry.contentType)
        return await registry.metrics()
      })
    },
  }
}
