import type { FastifyInstance } from 'fastify'
import { anyFailure } from '../../errors.ts'
import { type Limits, searchLimit } from './limits.ts'

/** Counts every search, also one whose answer is kept: to be registered before the hook that answers from memory. */
export function limitSearches(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', async (request) => {
    const { search } = request.query as { search?: unknown }
    if (search !== undefined) await limits.take(searchLimit, request.ip, anyFailure)
  })
}
