import * as contract from '@earmark/contract/queues.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import { keeperOf } from '../../http/input/device.ts'
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
