import * as contract from '@earmark/contract/feed-tokens.ts'
import type { CoreDeps } from '../../../deps.ts'
import { type Api, noContent } from '../../../http/api.ts'
import { viewerOf } from '../../../http/guard/viewer.ts'
import { deleteFeedToken, listFeedTokens } from './feed-tokens.queries.ts'
import { addFeedToken, viewFeedToken } from './feed-tokens.service.ts'

export function registerFeedTokens(api: Api, deps: CoreDeps): void {
  const { connection } = deps.db

  api.route({
    ...contract.listFeedTokens,
    handler: async (request) =>
      (await listFeedTokens(connection, viewerOf(request).userId)).map(viewFeedToken),
  })

  api.route({
    ...contract.addFeedToken,
    handler: async (request, reply) => {
      reply.code(201)
      return await addFeedToken(deps, viewerOf(request).userId, request.body.name, request.failure)
    },
  })

  api.route({
    ...contract.removeFeedToken,
    handler: async (request, reply) => {
      const { userId } = viewerOf(request)
      const wasThere = await deleteFeedToken(connection, userId, request.params.id)
      if (!wasThere) throw request.failure('NotFound')
      return noContent(reply)
    },
  })
}
