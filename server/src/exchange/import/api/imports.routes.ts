import * as contract from '@earmark/contract/imports.ts'
import { foldText } from '@earmark/contract/fold.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { type Api, noContent } from '../../../http/api.ts'
import { viewerOf } from '../../../http/guard/viewer.ts'
import { taggedAnswer } from '../../../http/responses/tagged-answer.ts'
import type { ImportDeps } from '../import-deps.ts'
import { importView } from '../import-view.ts'
import { countImports, findImport, listImports } from '../imports.queries.ts'
import { changeImportBook } from '../review/change-book.ts'
import { importBookView } from '../review/import-book-view.ts'
import type { ImportMedia } from '../review/import-media.ts'
import { type ImportBookRow, pageImportBooks } from '../import-books.queries.ts'
import { mergeBooks, splitBook } from '../review/regroup.ts'
import { applyImport } from './apply-import.ts'
import { cancelImport, removeImport } from './end-import.ts'
import { listImportFolders } from './import-folders.ts'
import { startImport } from './start-import.ts'

export type ImportRouteDeps = ImportDeps & {
  readonly jobs: Pick<Jobs, 'wake'>
  /** Where editors see the picture of a proposal. */
  readonly media: Pick<ImportMedia, 'coverUrl' | 'soundUrl'>
}

export function registerImports(api: Api, deps: ImportRouteDeps): void {
  registerReads(api, deps)
  registerRuns(api, deps)
  registerReview(api, deps)
}

function registerReads(api: Api, deps: ImportRouteDeps): void {
  const { connection } = deps.db

  api.route({
    ...contract.listImportFolders,
    config: { taggedRead: true },
    handler: async (request, reply) => taggedAnswer(request, reply, await listImportFolders(deps)),
  })

  api.route({
    ...contract.pageImports,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const { pageNumber, pageSize } = request.query
      const rows = await listImports(connection, { limit: pageSize, offset: (pageNumber - 1) * pageSize })
      const totalCount = await countImports(connection)
      return taggedAnswer(request, reply, {
        items: rows.map(importView),
        totalCount,
        pagedQuery: request.query,
      })
    },
  })

  api.route({
    ...contract.getImport,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const row = await findImport(connection, request.params.id)
      if (!row) throw request.failure('NotFound')
      return taggedAnswer(request, reply, importView(row))
    },
  })

  api.route({
    ...contract.pageImportBooks,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const { params, query, failure } = request
      if (!(await findImport(connection, params.id))) throw failure('NotFound')
      const { sortBy, sortOrder, pageNumber, pageSize, search, kind, decision, warning } = query
      const { rows, totalCount } = await pageImportBooks(connection, params.id, {
        kind,
        decision,
        warning,
        words: foldText(search).split(' ').filter(Boolean),
        // What is found is all alike.
        sortBy: sortBy === 'relevance' ? 'path' : sortBy,
        sortOrder,
        limit: pageSize,
        offset: (pageNumber - 1) * pageSize,
      })
      const items = rows.map((row) => importBookView(row, deps.media))
      return taggedAnswer(request, reply, { items, totalCount, pagedQuery: query })
    },
  })
}

function registerRuns(api: Api, deps: ImportRouteDeps): void {
  api.route({
    ...contract.startImport,
    handler: async (request, reply) => {
      const { userId } = viewerOf(request)
      const row = await startImport(deps, userId, request.body, request.failure)
      reply.code(201)
      return importView(row)
    },
  })

  api.route({
    ...contract.applyImport,
    handler: async (request, reply) => {
      const { params, body, failure } = request
      const row = await applyImport(deps, params.id, { ...body, userId: viewerOf(request).userId }, failure)
      reply.code(202)
      return importView(row)
    },
  })

  api.route({
    ...contract.cancelImport,
    handler: async (request, reply) => {
      const row = await cancelImport(deps, request.params.id, request.failure)
      reply.code(202)
      return importView(row)
    },
  })

  api.route({
    ...contract.deleteImport,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeImport(deps, params.id, failure)),
  })
}

function registerReview(api: Api, deps: ImportRouteDeps): void {
  const view = (row: ImportBookRow) => importBookView(row, deps.media)

  api.route({
    ...contract.changeImportBook,
    handler: async ({ params, body, failure }) => {
      const { row, isStale } = await changeImportBook(deps, params, body, failure)
      if (isStale) throw failure('StaleRecord', { current: view(row) })
      return view(row)
    },
  })

  api.route({
    ...contract.splitImportBook,
    handler: async ({ params, body, failure }) => (await splitBook(deps, params.id, body, failure)).map(view),
  })

  api.route({
    ...contract.mergeImportBooks,
    handler: async ({ params, body, failure }) =>
      view(await mergeBooks(deps, params.id, body.bookIds, failure)),
  })
}
