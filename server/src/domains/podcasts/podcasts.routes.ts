import { getEpisode } from '@earmark/contract/episodes.ts'
import { getPodcast, listPodcasts, pagePodcasts } from '@earmark/contract/podcasts.ts'
import type { Deps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { AppError } from '../../http/errors.ts'
import { publicRead } from '../../http/public-read.ts'
import { createListPages } from '../paging/list-pages.ts'
import * as episodes from './episodes.queries.ts'
import * as podcasts from './podcasts.queries.ts'

export function registerPodcasts(api: Api, deps: Deps): void {
  const { connection } = deps.db
  const pages = createListPages(deps, { kind: 'podcast', queryIds: podcasts.queryIdsOfPodcasts })

  api.route({ ...listPodcasts, ...publicRead, handler: () => podcasts.listPodcasts(connection) })

  api.route({
    ...pagePodcasts,
    ...publicRead,
    handler: async ({ query }) => {
      const { ids, totalCount } = await pages(query)
      return { items: await podcasts.listPodcasts(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...getPodcast,
    ...publicRead,
    handler: async ({ params }) => {
      const podcast = await podcasts.findPodcast(connection, params.id)
      if (!podcast) throw new AppError('NotFound')
      return { ...podcast, episodes: await episodes.listEpisodes(connection, podcast.id, podcast) }
    },
  })

  api.route({
    ...getEpisode,
    ...publicRead,
    handler: async ({ params }) => {
      const podcast = await podcasts.findPodcast(connection, params.id)
      const episode =
        podcast && (await episodes.findEpisode(connection, podcast.id, params.episodeId, podcast))
      if (!episode) throw new AppError('NotFound')
      const { id, name, coverImageUrl, coverImagePreviewUrl } = podcast
      const neighbours = await episodes.listEpisodeSummaries(connection, id, podcast)
      return { ...episode, podcast: { id, name, coverImageUrl, coverImagePreviewUrl, episodes: neighbours } }
    },
  })
}
