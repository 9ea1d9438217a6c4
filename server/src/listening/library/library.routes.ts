import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import * as contract from '@earmark/contract/library.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import { filesOf, makeLongResponse } from '../../http/responses/response-cache.ts'
import type { Api } from '../../http/api.ts'
import type { FailureOf } from '../../errors.ts'
import { noContent } from '../../http/responses/no-content.ts'
import { momentaryHeaders } from '../../http/responses/security-headers.ts'
import { sendResponse } from '../../http/responses/send-response.ts'
import { serializeStreamedList } from '../../http/responses/streamed-list.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import type { RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import * as library from './library.service.ts'
import { writeEntries } from './write-entries.ts'

const headers = {
  ...momentaryHeaders,
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
}

export function registerLibrary(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.listLibrary,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const slices = await library.readLibrary(deps, viewerOf(request).userId, request.failure)
      const texts = serializeStreamedList(slices, (entries) => writeEntries(reply, entries as LibraryEntry[]))
      // Much is said again and again in it: compressed it is a fortieth.
      const answer = await makeLongResponse({
        texts,
        folder: temporaryFolder(deps.config),
        headers,
        version: 0,
        scopes: [],
      })
      sendResponse(request, reply, answer)
      filesOf(answer)?.release()
      return reply
    },
  })
  registerAdding(api, deps)
  registerRemoving(api, deps)
}

function registerAdding(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.addToLibrary,
    handler: async (request, reply) => {
      const { body, failure } = request
      const item = readItem(body, failure)
      const { entry, isNew } = await library.addItem(deps, viewerOf(request).userId, item, failure)
      reply.code(isNew ? 201 : 200)
      return entry
    },
  })

  api.route({
    ...contract.addAllToLibrary,
    handler: async (request, reply) => {
      const { body, failure } = request
      const added = await library.addEpisodes(deps, viewerOf(request).userId, body, failure)
      reply.code(201)
      return added
    },
  })
}

function registerRemoving(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.removeFromLibrary,
    handler: async (request, reply) => {
      const { params, failure } = request
      await library.removeEntries(deps, viewerOf(request).userId, [params.entryId], failure)
      return noContent(reply)
    },
  })

  api.route({
    ...contract.removeAllFromLibrary,
    handler: async (request, reply) => {
      const { body, failure } = request
      await library.removeEntries(deps, viewerOf(request).userId, body, failure)
      return noContent(reply)
    },
  })

  api.route({
    ...contract.emptyLibrary,
    handler: async (request, reply) => {
      await library.removeAllEntries(deps, viewerOf(request).userId, request.failure)
      return noContent(reply)
    },
  })
}

function readItem(
  body: EndpointInput<typeof contract.addToLibrary>['body'],
  failure: FailureOf<'InvalidBody'>,
): RecordingAddress {
  const { audioBookId, podcastId, podcastEpisodeId } = body
  const hasEpisode = podcastId !== undefined || podcastEpisodeId !== undefined
  if (audioBookId !== undefined && !hasEpisode) return { audioBookId }
  if (audioBookId === undefined && podcastId !== undefined && podcastEpisodeId !== undefined)
    return { podcastId, podcastEpisodeId }
  const description = 'Name either an audio book, or an episode together with its podcast.'
  throw failure('InvalidBody', { description })
}
