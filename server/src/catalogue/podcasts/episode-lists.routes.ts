import * as contract from '@earmark/contract/episode-lists.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { FastifyRequest } from 'fastify'
import type { FailureOf } from '../../errors.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import * as orders from './episode-orders.queries.ts'
import { listEpisodesById } from './episodes.queries.ts'
import { audienceOf, type FollowedReadDeps, podcastRead } from './followed-reads.ts'
import { findPodcast } from './podcasts.queries.ts'

type PodcastRequest = FastifyRequest<{ Params: { id: number } }> & {
  readonly failure: FailureOf<'NotFound'>
}

type Asked = Omit<contract.EpisodesOrder, 'sortOrder'> & Partial<contract.EpisodesOrder>

export function registerEpisodeLists(api: Api, deps: Pick<CoreDeps, 'db'> & FollowedReadDeps): void {
  const { db } = deps
  async function find(request: PodcastRequest): Promise<Podcast> {
    const podcast = await findPodcast(db.connection, request.params.id, audienceOf(request))
    if (!podcast) throw request.failure('NotFound')
    return podcast
  }

  async function orderOf({ id }: Podcast, asked: contract.EpisodesOrder): Promise<orders.EpisodeOrder> {
    const { sortBy, sortOrder, season: seasons } = asked
    const found = await orders.findEpisodeIds(db, id, asked)
    return { podcastId: id, status: 'Published', includesHidden: false, seasons, found, sortBy, sortOrder }
  }

  api.route({
    ...contract.getPodcastOverview,
    ...podcastRead(deps),
    handler: async (request) => {
      const podcast = await find(request)
      const seasons = await orders.countSeasons(db.connection, podcast.id)
      return { ...podcast, seasons, years: await orders.countYears(db, podcast.id) }
    },
  })

  api.route({
    ...contract.pageEpisodes,
    ...podcastRead(deps),
    handler: async (request) => {
      const { query } = request
      const podcast = await find(request)
      const pagedQuery = { ...query, sortOrder: sortOrderOf(podcast, query) }
      const order = await orderOf(podcast, pagedQuery)
      const { ids, totalCount } = await orders.pageEpisodeIds(db, order, query)
      return { items: await listEpisodesById(db.connection, podcast, ids), totalCount, pagedQuery }
    },
  })

  api.route({
    ...contract.listEpisodeIds,
    ...podcastRead(deps),
    handler: async (request) => {
      const { query } = request
      const podcast = await find(request)
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
