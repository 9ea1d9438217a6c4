import type { FastifyInstance, FastifyReply } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import type { ResponseCache } from '../../http/responses/response-cache.ts'
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

/** Seconds; uploads and streams take as long as their clients do. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function watchRequests(registry: Registry, app: FastifyInstance): void {
  const durations = new Histogram({
    name: 'earmark_http_request_duration_seconds',
    help: 'Requests by route, from their beginning to the end of their responses',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    const begun = performance.now()
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    // Also emitted for clients that left, and for responses written past Fastify.
    reply.raw.once('close', () =>
      durations.observe({ route, method, status: statusClass(reply) }, (performance.now() - begun) / 1000),
    )
    done()
  })
}

function statusClass({ raw }: FastifyReply): string {
  return raw.headersSent ? `${Math.floor(raw.statusCode / 100)}xx` : 'none'
}
