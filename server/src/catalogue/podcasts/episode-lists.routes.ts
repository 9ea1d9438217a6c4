import * as contract from '@earmark/contract/episode-lists.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import * as orders from './episode-orders.queries.ts'
import { listEpisodesById } from './episodes.queries.ts'
import { findPodcast } from './podcasts.queries.ts'

type Asked = Omit<contract.EpisodesOrder, 'sortOrder'> & Partial<contract.EpisodesOrder>

export function registerEpisodeLists(api: Api, { db }: Pick<CoreDeps, 'db'>): void {
  async function orderOf({ id }: Podcast, asked: contract.EpisodesOrder): Promise<orders.EpisodeOrder> {
    const { sortBy, sortOrder, season: seasons, search } = asked
    const found = await orders.findEpisodeIds(db, id, search)
    return { podcastId: id, status: 'Published', includesHidden: false, seasons, found, sortBy, sortOrder }
  }

  api.route({
    ...contract.getPodcastOverview,
    ...publicRead('podcasts/:id'),
    handler: async ({ params, failure }) => {
      const podcast = await findPodcast(db.connection, params.id)
      if (!podcast) throw failure('NotFound')
      const seasons = await orders.countSeasons(db.connection, podcast.id)
      return { ...podcast, seasons, years: await orders.countYears(db, podcast.id) }
    },
  })

  api.route({
    ...contract.pageEpisodes,
    ...publicRead('podcasts/:id'),
    handler: async ({ params, query, failure }) => {
      const podcast = await findPodcast(db.connection, params.id)
      if (!podcast) throw failure('NotFound')
      const pagedQuery = { ...query, sortOrder: sortOrderOf(podcast, query) }
      const order = await orderOf(podcast, pagedQuery)
      const { ids, totalCount } = await orders.pageEpisodeIds(db, order, query)
      return { items: await listEpisodesById(db.connection, podcast, ids), totalCount, pagedQuery }
    },
  })

  api.route({
    ...contract.listEpisodeIds,
    ...publicRead('podcasts/:id'),
    handler: async ({ params, query, failure }) => {
      const podcast = await findPodcast(db.connection, params.id)
      if (!podcast) throw failure('NotFound')
      const order = await orderOf(podcast, { ...query, sortOrder: sortOrderOf(podcast, query) })
      return await orders.listEpisodeIds(db, order)
    },
  })
}

function sortOrderOf(
  { episodeOrder }: Podcast,
  { sortBy, sortOrder }: Asked,
): contract.EpisodesOrder['sortOrder'] {
  return sortOrder ?? (sortBy === 'publishedAt' && episodeOrder === 'Newest' ? 'desc' : 'asc')
}
