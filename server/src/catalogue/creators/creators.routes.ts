import * as edits from '@earmark/contract/creator-edits.ts'
import * as contract from '@earmark/contract/creators.ts'
import type { FastifyRequest } from 'fastify'
import { localApiRoot } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent, type ReadForm } from '../../http/api.ts'
import type { FailureOf } from '../../errors.ts'
import { isBlank, trimmedText } from '../../http/input/input.ts'
import { isForm } from '../../http/input/multipart.ts'
import { type RecordUpload, readRecordUpload } from '../../media/upload/record-upload.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { allPresent, createListPages } from '../../http/lists/list-pages.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { editedBy } from '../book-values/hand-edits.ts'
import { findCreatorDetail, listCreatorDetails } from './creator-details.queries.ts'
import {
  type CreatorSortField,
  findCreator,
  queryIdsOfCreators,
  queryIdsOfCreatorsWithout,
} from './creators.queries.ts'
import {
  changeCreator,
  createCreator,
  type CreatorInput,
  type CreatorsDeps,
  mergeCreator,
  removeCreator,
} from './creators.service.ts'

export function registerCreators(api: Api, deps: CreatorsDeps): void {
  registerReads(api, deps)
  registerWrites(api, deps)
}

function registerReads(api: Api, deps: MediaDeps): void {
  const { connection, dialect } = deps.db
  const pages = createListPages<PagedQuery<CreatorSortField>>(deps, {
    kind: 'creator',
    async readOrder(field) {
      const present = await dialect.listIds(connection, queryIdsOfCreators(connection, field))
      if (field === 'id') return allPresent(present)
      const missing = await dialect.listIds(connection, queryIdsOfCreatorsWithout(connection, field))
      return { ids: [...present, ...missing], present: present.length }
    },
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

function registerWrites(api: Api, deps: CreatorsDeps): void {
  api.route({
    ...edits.createCreator,
    handler: async (request, reply) => {
      await using written = await readWritten(deps, request)
      const creator = await createCreator(deps, creatorOf(written, request.failure))
      reply.code(201).header('location', `${localApiRoot(deps.config)}/creators/${creator.id}`)
      return creator
    },
  })

  api.route({
    ...edits.updateCreator,
    handler: async (request) => {
      const { params, failure } = request
      if (!(await findCreator(deps.db.connection, params.id))) throw failure('NotFound')
      await using written = await readWritten(deps, request, { id: params.id })
      const { id, imageUrl, updatedAt, baseUpdatedAt = updatedAt } = written.texts
      if (id !== params.id) throw failure('IdMismatch', { field: 'id' })
      const input = {
        ...creatorOf(written, failure),
        imageUrl: imageUrl === '' ? null : imageUrl,
        base: baseUpdatedAt === undefined ? undefined : Date.parse(baseUpdatedAt),
      }
      return await changeCreator(editedBy(deps, request), params.id, input, failure)
    },
  })

  api.route({
    ...edits.mergeCreator,
    handler: async (request) => {
      const { params, body, failure } = request
      return await mergeCreator(editedBy(deps, request), params.id, body.into, failure)
    },
  })

  api.route({
    ...edits.deleteCreator,
    handler: async (request, reply) =>
      noContent(reply, await removeCreator(editedBy(deps, request), request.params.id, request.failure)),
  })
}

type FormRequest<Texts> = FastifyRequest & { readonly readForm: ReadForm<Texts> }

/** JSON brings no image. */
async function readWritten<Texts, Json>(
  deps: MediaDeps,
  request: FormRequest<Texts> & { readonly body: Json },
  same: Partial<Texts> = {},
): Promise<RecordUpload<Texts | Json>> {
  if (isForm(request.body)) return await readRecordUpload(deps, request, { same })
  return { texts: request.body, audio: [], [Symbol.asyncDispose]: () => Promise.resolve() }
}

type CreatorTexts = Omit<CreatorInput, 'name' | 'surname' | 'links' | 'image'> & {
  readonly name?: string | null | undefined
  readonly surname?: string | null | undefined
  readonly links?: readonly string[] | null | undefined
}

function creatorOf(
  { texts, cover }: RecordUpload<CreatorTexts>,
  failure: FailureOf<'NicknameRequired'>,
): CreatorInput {
  const nickname = texts.nickname.trim()
  if (isBlank(nickname)) throw failure('NicknameRequired', { field: 'nickname' })
  return {
    nickname,
    name: trimmedText(texts.name) ?? null,
    surname: trimmedText(texts.surname) ?? null,
    biography: trimmedText(texts.biography),
    links: texts.links === null ? [] : texts.links && [...new Set(texts.links)],
    sortName: trimmedText(texts.sortName),
    ...(cover && { image: cover }),
  }
}
