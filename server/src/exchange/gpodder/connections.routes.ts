import { answerConnection, getConnection } from '@earmark/contract/devices.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import { answerWaiting, findWaiting } from './connections.service.ts'

/** What the page `/connect/{token}` asks and answers. */
export function registerConnections(api: Api, deps: PeopleDeps): void {
  api.route({
    ...getConnection,
    handler: async (request) => {
      const waiting = await findWaiting(deps, request.params.token)
      if (!waiting) throw request.failure('NotFound')
      return { app: waiting.app, expiresAt: new Date(waiting.expires_at).toISOString() }
    },
  })

  api.route({
    ...answerConnection,
    handler: async (request, reply) => {
      const { params, body, failure } = request
      const answer = { token: params.token, userId: viewerOf(request).userId, allow: body.allow }
      return noContent(reply, await answerWaiting(deps, answer, failure))
    },
  })
}
