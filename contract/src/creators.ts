import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, NoContent, Nullable, NullableText, refusedAs, ShortText } from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

/** A person who reads audio books (a reader) or speaks in podcasts (a voicer). */
export const Creator = Type.Object({
  id: Id,
  nickname: Type.String(),
  name: NullableText,
  surname: NullableText,
})
export type Creator = Static<typeof Creator>

export const creatorSortFields = ['id', 'nickname', 'name', 'surname'] as const

const tags = ['Creators']

export const listCreators = {
  method: 'GET',
  url: '/creators',
  schema: {
    operationId: 'listCreators',
    summary: 'All creators, by id',
    tags,
    response: { 200: Type.Array(Creator) },
  },
} as const satisfies Endpoint

export const pageCreators = {
  method: 'GET',
  url: '/creators/paged',
  schema: {
    operationId: 'pageCreators',
    summary: 'A page of creators',
    tags,
    querystring: PagedQuerystring(creatorSortFields),
    response: { 200: PagedResult(Creator, creatorSortFields) },
  },
} as const satisfies Endpoint

export const getCreator = {
  method: 'GET',
  url: '/creators/:id',
  schema: {
    operationId: 'getCreator',
    summary: 'One creator',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Creator },
  },
} as const satisfies Endpoint

const creatorFields = {
  nickname: refusedAs('NicknameRequired', ShortText),
  name: Type.Optional(Nullable(ShortText)),
  surname: Type.Optional(Nullable(ShortText)),
}

export const createCreator = {
  method: 'POST',
  url: '/creators',
  schema: {
    operationId: 'createCreator',
    summary: 'Add a creator',
    tags,
    errors: ['NicknameRequired'],
    body: Type.Object(creatorFields),
    response: { 201: Creator },
  },
} as const satisfies Endpoint

export const updateCreator = {
  method: 'PUT',
  url: '/creators/:id',
  schema: {
    operationId: 'updateCreator',
    summary: 'Replace a creator',
    tags,
    errors: ['NotFound', 'IdMismatch', 'NicknameRequired'],
    params: IdParams,
    body: Type.Object({ id: refusedAs('IdMismatch', Id), ...creatorFields }),
    response: { 200: Creator },
  },
} as const satisfies Endpoint

export const deleteCreator = {
  method: 'DELETE',
  url: '/creators/:id',
  schema: {
    operationId: 'deleteCreator',
    summary: 'Delete a creator; every record goes on without',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
