import * as contract from '@earmark/contract/edited-records.ts'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Api } from '../../http/api.ts'
import { createListPages } from '../../http/lists/list-pages.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { collectStreamedList } from '../../http/responses/streamed-list.ts'
import * as audioBooks from '../audio-books/audio-books.queries.ts'
import { countProblems } from '../editing/problems.queries.ts'
import { findEpisodeIds, pageEpisodeIds } from '../podcasts/episode-orders.queries.ts'
import { findNextNumber, listEditedEpisodesById } from '../podcasts/episodes.queries.ts'
import { findEditedEpisodeOverview } from '../podcasts/episode-overviews.ts'
import {
  findEditedEpisodeDetail,
  findEditedPodcastDetail,
  listEditedEpisodesOf,
} from '../podcasts/podcast-details.ts'
import * as podcasts from '../podcasts/podcasts.queries.ts'
import { editedList } from './edited-list.ts'

/** What editors read: drafts and scheduled records, too. Lists are as current as the database. */
export function registerEditedRecords(api: Api, deps: MediaDeps): void {
  registerAudioBooks(api, deps)
  registerPodcasts(api, deps)
  registerEpisodes(api, deps)
}

type Status = contract.PublishingStatus | undefined

function withStatus<Item extends { readonly status: contract.PublishingStatus }>(status: Status) {
  return (items: Item[]) => (status === undefined ? items : items.filter((item) => item.status === status))
}

function registerAudioBooks(api: Api, deps: MediaDeps): void {
  const { connection } = deps.db
  const pages = createListPages(deps, editedList(deps, 'audio-book'))

  api.route({
    ...contract.listEditedAudioBooks,
    handler: async (request, reply) => {
      const those = wholeList(deps.db, 'audio_books', (snapshot, ids) =>
        audioBooks.listEditedAudioBooks(snapshot, ids).then(withStatus(request.query.status)),
      )
      return await collectStreamedList(request, reply, those, temporaryFolder(deps.config))
    },
  })

  api.route({
    ...contract.pageEditedAudioBooks,
    handler: async ({ query }) => {
      await deps.changes.catchUp()
      const { ids, totalCount } = await pages(query)
      return {
        items: await audioBooks.listEditedAudioBooks(connection, ids),
        totalCount,
        pagedQuery: query,
      }
    },
  })

  api.route({
    ...contract.countEditedAudioBooks,
    handler: () => countProblems(connection, { table: 'audio_books' }, contract.audioBookProblems),
  })

  api.route({
    ...contract.getEditedAudioBook,
    handler: async ({ params, failure }) => {
      const book = await audioBooks.findEditedAudioBook(connection, params.id)
      if (!book) throw failure('NotFound')
      return book
    },
  })
}

function registerPodcasts(api: Api, deps: MediaDeps): void {
  const { connection } = deps.db
  const pages = createListPages(deps, editedList(deps, 'podcast'))

  api.route({
    ...contract.listEditedPodcasts,
    handler: async (request, reply) => {
      const those = wholeList(deps.db, 'podcasts', (snapshot, ids) =>
        podcasts.listEditedPodcasts(snapshot, ids).then(withStatus(request.query.status)),
      )
      return await collectStreamedList(request, reply, those, temporaryFolder(deps.config))
    },
  })

  api.route({
    ...contract.pageEditedPodcasts,
    handler: async ({ query }) => {
      await deps.changes.catchUp()
      const { ids, totalCount } = await pages(query)
      return { items: await podcasts.listEditedPodcasts(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...contract.countEditedPodcasts,
    handler: () => countProblems(connection, { table: 'podcasts' }, contract.podcastProblems),
  })

  api.route({
    ...contract.getEditedPodcast,
    handler: async (request, reply) => {
      const podcast = await findEditedPodcastDetail(deps.db, request.params.id)
      if (!podcast) throw request.failure('NotFound')
      return await collectStreamedList(request, reply, podcast, temporaryFolder(deps.config))
    },
  })

  api.route({
    ...contract.getEditedPodcastOverview,
    handler: async ({ params, failure }) => {
      const podcast = await podcasts.findEditedPodcast(connection, params.id)
      if (!podcast) throw failure('NotFound')
      return { ...podcast, nextEpisodeNumber: await findNextNumber(connection, podcast.id) }
    },
  })
}

function registerEpisodes(api: Api, deps: MediaDeps): void {
  const { connection } = deps.db

  api.route({
    ...contract.listEditedEpisodes,
    handler: async (request, reply) => {
      const those = await listEditedEpisodesOf(deps.db, request.params.id, request.query.status)
      if (!those) throw request.failure('NotFound')
      return await collectStreamedList(request, reply, those, temporaryFolder(deps.config))
    },
  })

  api.route({
    ...contract.pageEditedEpisodes,
    handler: async ({ params, query, failure }) => {
      const podcast = await podcasts.findEditedPodcast(connection, params.id)
      if (!podcast) throw failure('NotFound')
      const found = await findEpisodeIds(deps.db, podcast.id, query)
      const { sortBy, sortOrder, status, problem: problems } = query
      const those = { podcastId: podcast.id, status, includesHidden: true, problems, found }
      const order = { ...those, sortBy, sortOrder }
      const { ids, totalCount } = await pageEpisodeIds(deps.db, order, query)
      const items = await listEditedEpisodesById(connection, podcast, ids)
      return { items, totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...contract.countEditedEpisodes,
    handler: async ({ params, failure }) => {
      if (!(await podcasts.findPodcastSummary(connection, params.id, 'editors'))) throw failure('NotFound')
      const records = { table: 'episodes', podcastId: params.id } as const
      return await countProblems(connection, records, contract.episodeProblems)
    },
  })

  api.route({
    ...contract.getEditedEpisode,
    handler: async (request, reply) => {
      const episode = await findEditedEpisodeDetail(deps.db, request.params.id, request.params.episodeId)
      if (!episode) throw request.failure('NotFound')
      return await collectStreamedList(request, reply, episode, temporaryFolder(deps.config))
    },
  })

  api.route({
    ...contract.getEditedEpisodeOverview,
    handler: async ({ params, failure }) => {
      const episode = await findEditedEpisodeOverview(connection, params.id, params.episodeId)
      if (!episode) throw failure('NotFound')
      return episode
    },
  })
}
