import { listWorks, pageWorkEpisodes, type WorkEpisodesQuery } from '@earmark/contract/works.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { findCreatorDetail } from '../creators/creator-details.queries.ts'
import { listFoundEpisodes } from '../podcasts/episodes.queries.ts'
import { countWorkEpisodes, listWorkEpisodeIds, listWorksOf } from './works.queries.ts'

export function registerWorks(api: Api, { db }: CoreDeps): void {
  const { connection } = db

  api.route({
    ...listWorks,
    ...publicRead('creators/:id', 'audio-books', 'podcasts'),
    handler: async ({ params, failure }) => {
      const creator = await findCreatorDetail(connection, params.id)
      if (!creator) throw failure('NotFound')
      return await listWorksOf(connection, creator.id)
    },
  })

  api.route({
    ...pageWorkEpisodes,
    ...publicRead('creators/:id', 'podcasts'),
    handler: async ({ params, query, failure }) => {
      const creator = await findCreatorDetail(connection, params.id)
      if (!creator) throw failure('NotFound')
      // The defaults are filled in.
      const pagedQuery = query as WorkEpisodesQuery
      const { role } = pagedQuery
      const ids = await listWorkEpisodeIds(connection, creator.id, pagedQuery)
      const totalCount = await countWorkEpisodes(connection, creator.id, role)
      return { items: await listFoundEpisodes(db, ids), totalCount, pagedQuery }
    },
  })
}
