import * as contract from '@earmark/contract/sources.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { addSource } from './add-source.ts'
import { changeSource, checkSource, removeSource } from './edit-sources.ts'
import type { SourceChecks } from './checks/source-checks.ts'
import type { SourceDeps } from './source/source-deps.ts'
import { sourceView } from './source/source-view.ts'
import {
  findShownSource,
  listShownSources,
  pageShownSources,
  type ShownSourceRow,
} from './source/sources.queries.ts'

export type SourceRouteDeps = SourceDeps & { readonly sourceChecks: Pick<SourceChecks, 'wake'> }

export function registerSources(api: Api, deps: SourceRouteDeps): void {
  registerReads(api, deps)
  registerWrites(api, deps)
}

function registerReads(api: Api, { db: { connection } }: SourceRouteDeps): void {
  api.route({
    ...contract.listSources,
    handler: async () => (await listShownSources(connection)).map(sourceView),
  })

  api.route({
    ...contract.pageSources,
    handler: async ({ query }) => {
      const { pageNumber, pageSize, sortBy, sortOrder, search, state, podcastId } = query
      const { rows, totalCount } = await pageShownSources(connection, {
        state,
        podcastId,
        words: foldText(search).split(' ').filter(Boolean),
        sortBy: sortBy === 'relevance' ? 'id' : sortBy,
        sortOrder,
        limit: pageSize,
        offset: (pageNumber - 1) * pageSize,
      })
      return { items: rows.map(sourceView), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...contract.getSource,
    handler: async ({ params, failure }) => {
      const row = await findShownSource(connection, params.id)
      if (!row) throw failure('NotFound')
      return sourceView(row)
    },
  })
}

function registerWrites(api: Api, deps: SourceRouteDeps): void {
  const { connection } = deps.db
  const show = async (id: number) => sourceView((await findShownSource(connection, id)) as ShownSourceRow)

  api.route({
    ...contract.addSource,
    handler: async (request, reply) => {
      const { body, failure } = request
      const { id, isNew } = await addSource(deps, { ...body, userId: viewerOf(request).userId }, failure)
      reply.code(isNew ? 201 : 200)
      return await show(id)
    },
  })

  api.route({
    ...contract.updateSource,
    handler: async ({ params, body, failure }) => {
      if (body.id !== params.id) throw failure('IdMismatch', { field: 'id' })
      await changeSource(deps, body, failure)
      return await show(params.id)
    },
  })

  api.route({
    ...contract.checkSource,
    handler: async ({ params, failure }, reply) => {
      await checkSource(deps, params.id, failure)
      deps.sourceChecks.wake()
      reply.code(202)
      return null
    },
  })

  api.route({
    ...contract.deleteSource,
    handler: async ({ params, query, failure }, reply) =>
      noContent(reply, await removeSource(deps, params.id, { withPodcast: query.podcast === true }, failure)),
  })
}
