import * as contract from '@earmark/contract/creators.ts'
import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import { localApiRoot } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import type { FailureOf } from '../../errors.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { allPresent, createListPages } from '../../http/lists/list-pages.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { findCreatorDetail, listCreatorDetails } from './creator-details.queries.ts'
import * as creators from './creators.queries.ts'
import {
  changeCreator,
  createCreator,
  type CreatorInput,
  mergeCreator,
  removeCreator,
} from './creators.service.ts'

export function registerCreators(api: Api, deps: MediaDeps): void {
  registerReads(api, deps)
  registerWrites(api, deps)
}

function registerReads(api: Api, deps: MediaDeps): void {
  const { connection, dialect } = deps.db
  const pages = createListPages<PagedQuery<creators.CreatorSortField>>(deps, {
    kind: 'creator',
    readOrder: async (field) =>
      allPresent(await dialect.listIds(connection, creators.queryIdsOfCreators(connection, field))),
  })

  api.route({
    ...contract.listCreators,
    ...publicRead('creators'),
    handler: () => wholeList(deps.db, 'creators', listCreatorDetails),
  })

  api.route({
    ...contract.pageCreators,
    ...publicRead('creators'),
    handler: async ({ query }) => {
      const { ids, totalCount } = await pages(query)
      return { items: await listCreatorDetails(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...contract.getCreator,
    ...publicRead('creators/:id'),
    handler: async ({ params, failure }) => {
      const creator = await findCreatorDetail(connection, params.id)
      if (!creator) throw failure('NotFound')
      return creator
    },
  })
}

function registerWrites(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.createCreator,
    handler: async ({ body, failure }, reply) => {
      const creator = await createCreator(deps, readCreator(body, failure))
      reply.code(201).header('location', `${localApiRoot(deps.config)}/creators/${creator.id}`)
      return creator
    },
  })

  api.route({
    ...contract.updateCreator,
    handler: async ({ params, body, failure }) => {
      if (body.id !== params.id) throw failure('IdMismatch', { field: 'id' })
      const { imageUrl, baseUpdatedAt = body.updatedAt } = body
      const input = {
        ...readCreator(body, failure),
        imageUrl: imageUrl === '' ? null : imageUrl,
        base: baseUpdatedAt === undefined ? undefined : Date.parse(baseUpdatedAt),
      }
      return await changeCreator(deps, params.id, input, failure)
    },
  })

  api.route({
    ...contract.mergeCreator,
    handler: async ({ params, body, failure }) => await mergeCreator(deps, params.id, body.into, failure),
  })

  api.route({
    ...contract.deleteCreator,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeCreator(deps, params.id, failure)),
  })
}

function readCreator(
  body: EndpointInput<typeof contract.createCreator>['body'],
  failure: FailureOf<'NicknameRequired'>,
): CreatorInput {
  const nickname = body.nickname.trim()
  if (nickname === '') throw failure('NicknameRequired', { field: 'nickname' })
  return {
    nickname,
    name: body.name?.trim() || null,
    surname: body.surname?.trim() || null,
    biography: trimmed(body.biography),
    links: body.links === null ? [] : body.links && [...new Set(body.links)],
    sortName: trimmed(body.sortName),
  }
}

/** Undefined for what is absent. */
function trimmed(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text?.trim() || null
}
