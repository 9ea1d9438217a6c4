import * as contract from '@earmark/contract/queues.ts'
import type { Deps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { AppError } from '../../http/errors.ts'
import { keeperOf } from '../../http/keeper.ts'
import { noContent } from '../../http/no-content.ts'
import * as queues from './queues.service.ts'

export function registerQueues(api: Api, deps: Deps): void {
  api.route({
    ...contract.getQueue,
    handler: async (request, reply) => {
      const queue = await queues.readQueue(deps, keeperOf(request))
      if (queue === null && request.query.optional) return noContent(reply)
      if (queue === null) throw new AppError('NotFound')
      return queue
    },
  })

  api.route({
    ...contract.saveQueue,
    handler: (request) => queues.saveQueue(deps, keeperOf(request), request.body),
  })
}
