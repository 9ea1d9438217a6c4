import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, MediaUrl, Nullable, NullableText } from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

/** A person who has a part in audio books, podcasts or episodes, as records name it. */
export const Creator = Type.Object({
  id: Id,
  nickname: Type.String(),
  name: NullableText,
  surname: NullableText,
})
export type Creator = Static<typeof Creator>

const Count = Type.Integer({ minimum: 0 })

/** A creator in answers of its own. The counts are of the public records that it is credited in directly. */
export const CreatorDetail = Type.Object({
  ...Creator.properties,
  biography: NullableText,
  imageUrl: MediaUrl,
  imagePreviewUrl: MediaUrl,
  links: Type.Array(Type.String()),
  sortName: Nullable(Type.String({ description: 'What authors are sorted by; absent, the nickname' })),
  audioBooksCount: Count,
  podcastsCount: Count,
  updatedAt: Instant,
})
export type CreatorDetail = Static<typeof CreatorDetail>

export const creatorSortFields = ['id', 'nickname', 'name', 'surname'] as const

const tags = ['Creators']

export const listCreators = {
  method: 'GET',
  url: '/creators',
  schema: {
    operationId: 'listCreators',
    summary: 'All creators, by id',
    tags,
    response: { 200: Type.Array(CreatorDetail) },
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
    response: { 200: PagedResult(CreatorDetail, creatorSortFields) },
  },
} as const satisfies Endpoint

export const getCreator = {
  method: 'GET',
  url: '/creators/:id',
  schema: {
    operationId: 'getCreator',
    summary: 'One creator',
    tags,
    description: 'The id of a creator that was merged into another answers the other.',
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: CreatorDetail },
  },
} as const satisfies Endpoint
