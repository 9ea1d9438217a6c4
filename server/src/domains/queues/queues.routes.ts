import * as contract from '@earmark/contract/queues.ts'
import type { Deps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { keeperOf } from '../../http/keeper.ts'
import * as queues from './queues.service.ts'

export function registerQueues(api: Api, deps: Deps): void {
  api.route({ ...contract.getQueue, handler: (request) => queues.readQueue(deps, keeperOf(request)) })

  api.route({
    ...contract.saveQueue,
    handler: (request) => queues.saveQueue(deps, keeperOf(request), request.body),
  })
}
