import { listWorks } from '@earmark/contract/works.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { findCreatorDetail } from '../creators/creator-details.queries.ts'
import { listWorksOf } from './works.queries.ts'

export function registerWorks(api: Api, { db: { connection } }: CoreDeps): void {
  api.route({
    ...listWorks,
    ...publicRead('creators/:id', 'audio-books', 'podcasts'),
    handler: async ({ params, failure }) => {
      const creator = await findCreatorDetail(connection, params.id)
      if (!creator) throw failure('NotFound')
      return await listWorksOf(connection, creator.id)
    },
  })
}
