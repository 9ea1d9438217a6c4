import { getCreator, listCreators, pageCreators } from '@earmark/contract/creators.ts'
import type { Deps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { AppError } from '../../http/errors.ts'
import { publicRead } from '../../http/public-read.ts'
import { createListPages } from '../paging/list-pages.ts'
import * as creators from './creators.queries.ts'

export function registerCreators(api: Api, deps: Deps): void {
  const { connection } = deps.db
  const pages = createListPages(deps, { kind: 'creator', queryIds: creators.queryIdsOfCreators })

  api.route({ ...listCreators, ...publicRead, handler: () => creators.listCreators(connection) })

  api.route({
    ...pageCreators,
    ...publicRead,
    handler: async ({ query }) => {
      const { ids, totalCount } = await pages(query)
      return { items: await creators.listCreators(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...getCreator,
    ...publicRead,
    handler: async ({ params }) => {
      const creator = await creators.findCreator(connection, params.id)
      if (!creator) throw new AppError('NotFound')
      return creator
    },
  })
}
