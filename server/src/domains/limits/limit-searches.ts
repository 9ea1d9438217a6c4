import type { FastifyInstance } from 'fastify'
import { type Limits, searchLimit } from './limits.ts'

const searched = /[?&]search=[^&]/

/** Counts every search, also one whose answer is kept: to be registered before the hook that answers from memory. */
export function limitSearches(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', async (request) => {
    if (searched.test(request.raw.url ?? '')) await limits.take(searchLimit, request.ip)
  })
}
