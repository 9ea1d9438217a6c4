import * as edits from '@earmark/contract/collection-edits.ts'
import * as contract from '@earmark/contract/collections.ts'
import { localApiRoot, temporaryFolder } from '../../config/config.ts'
import type { CoreDeps } from '../../deps.ts'
import { type Api, noContent } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { collectStreamedList } from '../../http/responses/streamed-list.ts'
import { baseOf, groupTexts } from '../editing/record-fields.ts'
import * as items from './collection-items.ts'
import {
  changeCollection,
  createCollection,
  removeCollection,
  replaceCollectionItems,
} from './collections.service.ts'

export function registerCollections(api: Api, deps: CoreDeps): void {
  registerReads(api, deps)
  registerWrites(api, deps)
}

function registerReads(api: Api, { config, db }: CoreDeps): void {
  api.route({
    ...contract.listCollections,
    ...publicRead('collections', 'audio-books', 'podcasts'),
    handler: ({ query }) => items.listCollections(db, query),
  })

  api.route({
    ...contract.getCollection,
    ...publicRead('collections/:id', 'audio-books', 'podcasts'),
    handler: async ({ params, failure }) => {
      const collection = await items.findCollection(db.connection, params.id)
      if (!collection) throw failure('NotFound')
      return collection
    },
  })

  api.route({
    ...edits.listEditedCollections,
    handler: async (request, reply) =>
      await collectStreamedList(request, reply, items.listEditedCollections(db), temporaryFolder(config)),
  })

  api.route({
    ...edits.getEditedCollection,
    handler: async ({ params, failure }) => {
      const collection = await items.findEditedCollection(db.connection, params.id)
      if (!collection) throw failure('NotFound')
      return collection
    },
  })
}

function registerWrites(api: Api, deps: CoreDeps): void {
  api.route({
    ...edits.createCollection,
    handler: async ({ body, failure }, reply) => {
      const { place, isOnHome } = body
      const collection = await createCollection(deps, { ...groupTexts(body, failure), place, isOnHome })
      reply.code(201).header('location', `${localApiRoot(deps.config)}/collections/${collection.id}`)
      return collection
    },
  })

  api.route({
    ...edits.updateCollection,
    handler: async ({ params, body, failure }) => {
      if (body.id !== params.id) throw failure('IdMismatch', { field: 'id' })
      const { place, isOnHome } = body
      const input = { ...groupTexts(body, failure), place, isOnHome, base: baseOf(body) }
      return await changeCollection(deps, params.id, input, failure)
    },
  })

  api.route({
    ...edits.replaceCollectionItems,
    handler: async ({ params, body, failure }) => {
      const input = { items: body.items, base: Date.parse(body.baseUpdatedAt) }
      return await replaceCollectionItems(deps, params.id, input, failure)
    },
  })

  api.route({
    ...edits.deleteCollection,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeCollection(deps, params.id, failure)),
  })
}
