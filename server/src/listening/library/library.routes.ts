import * as contract from '@earmark/contract/library.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import { serializeStreamedList } from '../../http/responses/streamed-list.ts'
import { sendTagged } from '../../http/responses/tagged-response.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { addressOf } from '../../catalogue/recordings/recordings.ts'
import * as library from './library.service.ts'
import { writeEntries } from './write-entries.ts'

const notAnItem = 'Name either an audio book, or an episode together with its podcast.'

export function registerLibrary(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.listLibrary,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const slices = await library.readLibrary(deps, viewerOf(request).userId, request.failure)
      const texts = serializeStreamedList(slices, (entries) => writeEntries(reply, entries as LibraryEntry[]))
      // Records repeat in it: compression makes it a fortieth.
      return await sendTagged(request, reply, texts, temporaryFolder(deps.config))
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
      const item = addressOf(body)
      if (!item) throw failure('InvalidBody', { description: notAnItem })
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
    handler: async (request, reply) =>
      noContent(reply, await library.removeAllEntries(deps, viewerOf(request).userId, request.failure)),
  })
}
