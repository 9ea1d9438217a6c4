import * as edits from '@earmark/contract/series-edits.ts'
import * as contract from '@earmark/contract/series.ts'
import { localApiRoot } from '../../config/config.ts'
import type { CoreDeps } from '../../deps.ts'
import { type Api, noContent } from '../../http/api.ts'
import { allPresent, createListPages } from '../../http/lists/list-pages.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { LinkedDeps } from '../creators/reindex-linked.ts'
import { editedBy } from '../book-values/hand-edits.ts'
import { baseOf, groupTexts } from '../editing/record-fields.ts'
import { findSeriesDetail } from './series-detail.ts'
import { listSeries, queryIdsOfSeries } from './series.queries.ts'
import { changeSeries, createSeries, removeSeries } from './series.service.ts'

export function registerSeries(api: Api, deps: CoreDeps & LinkedDeps): void {
  registerReads(api, deps)
  registerWrites(api, deps)
}

/** Counts, authors and covers are those of audio books. */
function registerReads(api: Api, deps: CoreDeps): void {
  const { connection, dialect } = deps.db
  const pages = createListPages<PagedQuery<contract.SeriesSortField>>(deps, {
    kind: 'series',
    readOrder: async (field) =>
      allPresent(await dialect.listIds(connection, queryIdsOfSeries(connection, field))),
  })

  api.route({
    ...contract.listSeries,
    ...publicRead('series', 'audio-books'),
    handler: () => wholeList(deps.db, 'series', listSeries),
  })

  api.route({
    ...contract.pageSeries,
    ...publicRead('series', 'audio-books'),
    handler: async ({ query }) => {
      const { ids, totalCount } = await pages(query)
      return { items: await listSeries(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...contract.getSeries,
    ...publicRead('series/:id', 'audio-books'),
    handler: async ({ params, failure }) => {
      const series = await findSeriesDetail(deps.db, params.id)
      if (!series) throw failure('NotFound')
      return series
    },
  })
}

function registerWrites(api: Api, deps: CoreDeps & LinkedDeps): void {
  api.route({
    ...edits.createSeries,
    handler: async ({ body, failure }, reply) => {
      const series = await createSeries(deps, groupTexts(body, failure), failure)
      reply.code(201).header('location', `${localApiRoot(deps.config)}/series/${series.id}`)
      return series
    },
  })

  api.route({
    ...edits.updateSeries,
    handler: async (request) => {
      const { params, body, failure } = request
      if (body.id !== params.id) throw failure('IdMismatch', { field: 'id' })
      const input = { ...groupTexts(body, failure), base: baseOf(body) }
      return await changeSeries(editedBy(deps, request), params.id, input, failure)
    },
  })

  api.route({
    ...edits.deleteSeries,
    handler: async (request, reply) =>
      noContent(reply, await removeSeries(editedBy(deps, request), request.params.id, request.failure)),
  })
}
