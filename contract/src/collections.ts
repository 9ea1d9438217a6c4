import Type, { type Static } from 'typebox'
import { AudioBook } from './audio-books.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, NullableText } from './fields.ts'
import { Podcast } from './podcasts.ts'

/** The most audio books and podcasts of one collection. */
export const maxCollectionItems = 500

/** One of the two. */
export const CollectionItem = Type.Object({
  audioBook: Type.Optional(AudioBook),
  podcast: Type.Optional(Podcast),
})
export type CollectionItem = Static<typeof CollectionItem>

/** A shelf that editors made. */
export const CollectionFields = {
  id: Id,
  name: Type.String(),
  description: NullableText,
  place: Type.Integer({ minimum: 0, description: 'Among the collections; of equal ones the older is first' }),
  isOnHome: Type.Boolean(),
  updatedAt: Instant,
}

export const Collection = Type.Object({ ...CollectionFields, items: Type.Array(CollectionItem) })
export type Collection = Static<typeof Collection>

const tags = ['Collections']

export const listCollections = {
  method: 'GET',
  url: '/collections',
  schema: {
    operationId: 'listCollections',
    summary: 'All collections with what is public of them, by place',
    tags,
    querystring: Type.Object({
      isOnHome: Type.Optional(
        Type.Boolean({ description: 'Of those that are, or are not, on the home page' }),
      ),
      maxItems: Type.Optional(
        Type.Integer({ minimum: 0, maximum: maxCollectionItems, description: 'Of each the first ones only' }),
      ),
    }),
    response: { 200: Type.Array(Collection) },
  },
} as const satisfies Endpoint

export const getCollection = {
  method: 'GET',
  url: '/collections/:id',
  schema: {
    operationId: 'getCollection',
    summary: 'One collection with what is public of it',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Collection },
  },
} as const satisfies Endpoint
