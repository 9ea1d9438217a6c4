import { getEpisodeOverview } from '@earmark/contract/episode-lists.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { getPodcast, listPodcasts, pagePodcasts } from '@earmark/contract/podcasts.ts'
import { getPodcastFacets } from '@earmark/contract/browse.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import type { Browses } from '../browse/browse.ts'
import { browsedList, countFacets } from '../browse/browsed-list.ts'
import { createListPages } from '../../http/lists/list-pages.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { registerEpisodeEdits } from './episode-edits.routes.ts'
import { registerEpisodeLists } from './episode-lists.routes.ts'
import { findEpisodeOverview } from './episode-overviews.ts'
import { findEpisodeDetail, findPodcastDetail } from './podcast-details.ts'
import { registerPodcastEdits } from './podcast-edits.routes.ts'
import { audienceOf, type FollowedReadDeps, podcastRead } from './followed-reads.ts'
import * as podcasts from './podcasts.queries.ts'

type Deps = MediaDeps & FollowedReadDeps & { readonly browses: Browses }

export function registerPodcasts(api: Api, deps: Deps): void {
  registerReads(api, deps)
  registerEpisodeLists(api, deps)
  registerPodcastEdits(api, deps)
  registerEpisodeEdits(api, deps)
}

function registerReads(api: Api, deps: Deps): void {
  const { connection } = deps.db
  const browse = deps.browses.podcast
  const pages = createListPages(deps, browsedList(deps, 'podcast', browse))

  api.route({
    ...listPodcasts,
    ...publicRead('podcasts'),
    handler: () => wholeList(deps.db, 'podcasts', podcasts.listPodcasts),
  })

  api.route({
    ...pagePodcasts,
    ...publicRead('podcasts'),
    handler: async ({ query }) => {
      const { ids, totalCount } = await pages(query)
      return { items: await podcasts.listPodcasts(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...getPodcastFacets,
    ...publicRead('podcasts'),
    handler: async ({ query }) => {
      const { genres, languages } = await countFacets(deps.db, 'podcast', browse, query)
      return { categories: genres, languages }
    },
  })

  api.route({
    ...getPodcast,
    ...podcastRead(deps),
    handler: async (request) => {
      const podcast = await findPodcastDetail(deps.db, request.params.id, audienceOf(request))
      if (!podcast) throw request.failure('NotFound')
      return podcast
    },
  })

  api.route({
    ...getEpisode,
    ...podcastRead(deps),
    handler: async (request) => {
      const episode = await findEpisodeDetail(deps.db, addressOf(request.params), audienceOf(request))
      if (!episode) throw request.failure('NotFound')
      return episode
    },
  })

  api.route({
    ...getEpisodeOverview,
    ...podcastRead(deps),
    handler: async (request) => {
      const episode = await findEpisodeOverview(connection, addressOf(request.params), audienceOf(request))
      if (!episode) throw request.failure('NotFound')
      return episode
    },
  })
}

const addressOf = ({ id, episodeId }: { id: number; episodeId: number }) => ({ podcastId: id, episodeId })
