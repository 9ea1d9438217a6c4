import type { EndpointInput, EndpointOutput } from '@earmark/contract/endpoint.ts'
import * as edits from '@earmark/contract/position-edits.ts'
import * as contract from '@earmark/contract/positions.ts'
import type { FastifyRequest } from 'fastify'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import { findDeviceId, keeperOf } from '../../http/input/device.ts'
import type { FailureOf } from '../../errors.ts'
import { collectStreamedList, streamedList } from '../../http/responses/streamed-list.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { findRecording, type RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import { findRecordings } from '../../catalogue/recordings/recordings.ts'
import * as lists from './position-lists.queries.ts'
import { markPositions, type Outcome } from './mark-positions.service.ts'
import * as views from './position-views.ts'
import * as positions from './positions.queries.ts'
import { forgetPosition, savePosition } from './save-position.service.ts'

export function registerPositions(api: Api, deps: MediaDeps): void {
  registerLists(api, deps)
  registerAudioBookPositions(api, deps)
  registerEpisodePositions(api, deps)
  registerFinishing(api, deps)
}

function registerLists(api: Api, deps: MediaDeps): void {
  api.route({ ...contract.pagePositions, handler: (request) => readPage(deps, request, request.query) })

  api.route({
    ...contract.listProgress,
    handler: async (request, reply) => {
      const { userId } = viewerOf(request)
      const value = streamedList(
        (those: readonly lists.ProgressRow[]) => those.map(views.progressView),
        () => lists.progressSlices(deps.db, userId),
      )
      return await collectStreamedList(request, reply, value, temporaryFolder(deps.config))
    },
  })
}

async function readPage(
  { db }: MediaDeps,
  request: FastifyRequest,
  query: EndpointInput<typeof contract.pagePositions>['querystring'],
): Promise<EndpointOutput<typeof contract.pagePositions>> {
  const { userId } = viewerOf(request)
  const { pageNumber, pageSize, sortOrder, finished = null } = query
  const totalCount = await lists.countPositions(db.connection, userId, finished)
  const offset = (pageNumber - 1) * pageSize
  const page = { finished, sortOrder, offset, limit: pageSize }
  const rows = offset < totalCount ? await lists.listPositions(db.connection, userId, page) : []
  const ids = rows.map((row) => row.recording_id)
  const recordings = await findRecordings(db, ids)
  const items = rows.flatMap((row) => {
    const recording = recordings.get(row.recording_id)
    return recording ? [views.entryView(row, recording, findDeviceId(request))] : []
  })
  return { items, totalCount, pagedQuery: { ...query, finished } }
}

function registerAudioBookPositions(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.getAudioBookPosition,
    handler: (request) => readPosition(deps, request, { audioBookId: request.params.id }),
  })
  api.route({
    ...contract.listAudioBookPositions,
    handler: (request) => readHistory(deps, request, { audioBookId: request.params.id }),
  })
  api.route({
    ...edits.saveAudioBookPosition,
    handler: (request) =>
      savePosition(
        deps,
        keeperOf(request),
        { audioBookId: request.params.id },
        request.body,
        request.failure,
      ),
  })
  api.route({
    ...edits.forgetAudioBookPosition,
    handler: async (request, reply) =>
      noContent(
        reply,
        await forgetPosition(deps, viewerOf(request).userId, { audioBookId: request.params.id }),
      ),
  })
}

function registerEpisodePositions(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.getEpisodePosition,
    handler: (request) => readPosition(deps, request, { podcastEpisodeId: request.params.id }),
  })
  api.route({
    ...contract.listEpisodePositions,
    handler: (request) => readHistory(deps, request, { podcastEpisodeId: request.params.id }),
  })
  api.route({
    ...edits.saveEpisodePosition,
    handler: (request) =>
      savePosition(
        deps,
        keeperOf(request),
        { podcastEpisodeId: request.params.id },
        request.body,
        request.failure,
      ),
  })
  api.route({
    ...edits.forgetEpisodePosition,
    handler: async (request, reply) =>
      noContent(
        reply,
        await forgetPosition(deps, viewerOf(request).userId, { podcastEpisodeId: request.params.id }),
      ),
  })
}

function registerFinishing(api: Api, deps: MediaDeps): void {
  const mark = (outcome: Outcome, request: FinishRequest) =>
    markPositions(deps, keeperOf(request), { ...request.body, outcome }, request.failure)
  api.route({ ...edits.finishPositions, handler: (request) => mark('finished', request) })
  api.route({ ...edits.unfinishPositions, handler: (request) => mark('unplayed', request) })
}

type FinishRequest = FastifyRequest<{ Body: EndpointInput<typeof edits.finishPositions>['body'] }> & {
  readonly failure: FailureOf<'InvalidBody' | 'UnknownItem' | 'Unauthorized'>
}

type ReadRequest = FastifyRequest & { readonly failure: FailureOf<'NotFound'> }

async function readPosition({ db }: MediaDeps, request: ReadRequest, address: RecordingAddress) {
  const { userId } = viewerOf(request)
  const recording = await findRecording(db.connection, userId, address)
  const row = recording && (await positions.findPosition(db.connection, userId, recording.id))
  if (!row) throw request.failure('NotFound')
  return views.positionView({ ...row, duration_ms: recording.duration_ms }, findDeviceId(request))
}

async function readHistory({ db }: MediaDeps, request: ReadRequest, address: RecordingAddress) {
  const { userId } = viewerOf(request)
  const recording = await findRecording(db.connection, userId, address)
  const rows = recording ? await positions.listPastPositions(db.connection, userId, recording.id) : []
  if (rows.length === 0) throw request.failure('NotFound')
  return rows.map(views.pastPositionView)
}
