import * as contract from '@earmark/contract/queues.ts'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import type { Api } from '../../http/api.ts'
import { keeperOf } from '../../http/input/keeper.ts'
import { noContent } from '../../http/responses/no-content.ts'
import * as queues from './queues.service.ts'

export function registerQueues(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.getQueue,
    handler: async (request, reply) => {
      const queue = await queues.readQueue(deps, keeperOf(request))
      if (queue === null && request.query.optional) return noContent(reply)
      if (queue === null) throw request.failure('NotFound')
      return queue
    },
  })

  api.route({
    ...contract.saveQueue,
    handler: (request) => queues.saveQueue(deps, keeperOf(request), request.body, request.failure),
  })
}
