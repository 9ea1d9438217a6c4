import * as contract from '@earmark/contract/sources.ts'
import type { Source } from '@earmark/contract/sources.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { accepted, type Api, noContent } from '../../http/api.ts'
import { listInBatches } from '../../http/lists/whole-list.queries.ts'
import type { FastifyRequest } from 'fastify'
import { includesRole } from '@earmark/contract/roles.ts'
import type { FailureOf } from '../../errors.ts'
import { collectStreamedList } from '../../http/responses/streamed-list.ts'
import { type Viewer, viewerOf } from '../../http/guard/viewer.ts'
import { localApiRoot, temporaryFolder } from '../../config/config.ts'
import { type Limits, sourceLimit } from '../../people/limits/limits.ts'
import { addSource } from './add-source.ts'
import { changeSource, checkSource, removeSource } from './edit-sources.ts'
import type { SourceChecks } from './checks/source-checks.ts'
import type { SourceDeps } from './source/source-deps.ts'
import { sourceView } from './source/source-view.ts'
import {
  findShownSource,
  listShownSources,
  listSourceIdsAfter,
  pageShownSources,
  type ShownSourceRow,
} from './source/shown-sources.queries.ts'

export type SourceRouteDeps = SourceDeps & {
  readonly sourceChecks: Pick<SourceChecks, 'wake'>
  readonly limits: Pick<Limits, 'takeOf'>
}

export function registerSources(api: Api, deps: SourceRouteDeps): void {
  registerReads(api, deps)
  registerWrites(api, deps)
}

function registerReads(api: Api, { db, config }: SourceRouteDeps): void {
  const { connection } = db

  api.route({
    ...contract.listSources,
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const those = listInBatches(
        db,
        (snapshot, after, limit) => listSourceIdsAfter(snapshot, madeByOf(viewer), after, limit),
        async (snapshot, ids) => {
          const rows = await listShownSources({ connection: snapshot, dialect: db.dialect }, ids)
          return rows.map((row) => viewFor(viewer, row))
        },
      )
      return await collectStreamedList(request, reply, those, temporaryFolder(config))
    },
  })

  api.route({
    ...contract.pageSources,
    handler: async (request) => {
      const { query } = request
      const viewer = viewerOf(request)
      const { pageNumber, pageSize, sortBy, sortOrder, search, state, podcastId } = query
      const { rows, totalCount } = await pageShownSources(connection, {
        madeBy: madeByOf(viewer),
        state,
        podcastId,
        words: foldText(search).split(' ').filter(Boolean),
        sortBy: sortBy === 'relevance' ? 'id' : sortBy,
        sortOrder,
        limit: pageSize,
        offset: (pageNumber - 1) * pageSize,
      })
      return { items: rows.map((row) => viewFor(viewer, row)), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...contract.getSource,
    handler: async (request) => {
      const viewer = viewerOf(request)
      const row = await findShownSource(connection, request.params.id, madeByOf(viewer))
      if (!row) throw request.failure('NotFound')
      return viewFor(viewer, row)
    },
  })
}

function registerWrites(api: Api, deps: SourceRouteDeps): void {
  const { connection } = deps.db
  const show = async (request: FastifyRequest, id: number) =>
    viewFor(viewerOf(request), (await findShownSource(connection, id, null)) as ShownSourceRow)
  const requireOwn = async (request: FastifyRequest, id: number, failure: FailureOf<'NotFound'>) => {
    if (!(await findShownSource(connection, id, madeByOf(viewerOf(request))))) throw failure('NotFound')
  }

  api.route({
    ...contract.addSource,
    handler: async (request, reply) => {
      const { body, failure } = request
      const viewer = viewerOf(request)
      if (!isEditor(viewer)) await deps.limits.takeOf(sourceLimit, viewer.userId, failure)
      const input = { ...body, userId: viewer.userId, isEditor: isEditor(viewer) }
      const { id, isNew } = await addSource(deps, input, failure)
      reply.code(isNew ? 201 : 200)
      if (isNew) reply.header('location', `${localApiRoot(deps.config)}/sources/${id}`)
      return await show(request, id)
    },
  })

  api.route({
    ...contract.updateSource,
    handler: async (request) => {
      const { params, body, failure } = request
      if (body.id !== params.id) throw failure('IdMismatch', { field: 'id' })
      await requireOwn(request, params.id, failure)
      await changeSource(deps, { ...body, isEditor: isEditor(viewerOf(request)) }, failure)
      return await show(request, params.id)
    },
  })

  api.route({
    ...contract.checkSource,
    handler: async (request, reply) => {
      const { params, failure } = request
      await requireOwn(request, params.id, failure)
      await checkSource(deps, params.id, failure)
      deps.sourceChecks.wake()
      return accepted(reply)
    },
  })

  api.route({
    ...contract.deleteSource,
    handler: async ({ params, query, failure }, reply) =>
      noContent(reply, await removeSource(deps, params.id, { withPodcast: query.podcast === true }, failure)),
  })
}

const isEditor = ({ role }: Viewer): boolean => includesRole(role, 'Editor')

/** Listeners have those alone that they have made for themselves. */
const madeByOf = (viewer: Viewer): string | null => (isEditor(viewer) ? null : viewer.userId)

/** The reason of a failure tells of the own network. */
function viewFor(viewer: Viewer, row: ShownSourceRow): Source {
  const source = sourceView(row)
  const { lastError, refusedReason } = source
  if (isEditor(viewer)) return source
  return {
    ...source,
    lastError: lastError && 'The feed could not be read.',
    refusedReason: refusedReason && 'The recording could not be fetched.',
  }
}
