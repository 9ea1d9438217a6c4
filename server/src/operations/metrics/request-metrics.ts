import type { FastifyInstance, FastifyReply } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Seconds; uploads and streams take as long as their clients do. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function watchRequests(registry: Registry, app: FastifyInstance): void {
  const durations = new Histogram({
    name: 'earmark_http_request_duration_seconds',
    help: 'Requests by route, from their headers to the end of their responses',
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
