import Type, { type Static } from 'typebox'
import { CollectionFields, maxCollectionItems } from './collections.ts'
import { EditedAudioBook, EditedPodcast } from './edited-records.ts'
import type { Endpoint } from './endpoint.ts'
import { BaseUpdatedAt, Id, IdParams, NoContent, Nullable, refusedAs } from './fields.ts'
import { groupTexts, SameId } from './record-forms.ts'

/** Collections as editors see and write them: with drafts and scheduled records. */

/** One of the two. */
export const EditedCollectionItem = Type.Object({
  audioBook: Type.Optional(EditedAudioBook),
  podcast: Type.Optional(EditedPodcast),
})
export type EditedCollectionItem = Static<typeof EditedCollectionItem>

export const EditedCollection = Type.Object({
  ...CollectionFields,
  items: Type.Array(EditedCollectionItem),
})
export type EditedCollection = Static<typeof EditedCollection>

const tags = ['Collections']
const description = 'With drafts and scheduled records.'

export const listEditedCollections = {
  method: 'GET',
  url: '/edit/collections',
  schema: {
    operationId: 'listEditedCollections',
    summary: 'All collections for editors, by place',
    tags,
    description,
    response: { 200: Type.Array(EditedCollection) },
  },
} as const satisfies Endpoint

export const getEditedCollection = {
  method: 'GET',
  url: '/edit/collections/:id',
  schema: {
    operationId: 'getEditedCollection',
    summary: 'One collection for editors',
    tags,
    description,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: EditedCollection },
  },
} as const satisfies Endpoint

export const maxCollectionPlace = 1_000_000

const fields = {
  ...groupTexts,
  place: Type.Optional(
    Type.Integer({ minimum: 0, maximum: maxCollectionPlace, description: 'Of a new one: behind all others' }),
  ),
  isOnHome: Type.Optional(Type.Boolean()),
}

export const createCollection = {
  method: 'POST',
  url: '/collections',
  schema: {
    operationId: 'createCollection',
    summary: 'Add a collection',
    tags,
    errors: ['NameRequired'],
    body: Type.Object(fields),
    response: { 201: EditedCollection },
  },
} as const satisfies Endpoint

export const updateCollection = {
  method: 'PUT',
  url: '/collections/:id',
  schema: {
    operationId: 'updateCollection',
    summary: 'Replace what a collection says of itself; its items stay',
    tags,
    description: 'What is absent but the name stays as it is; an empty description is cleared.',
    errors: ['NotFound', 'IdMismatch', 'NameRequired', 'StaleRecord'],
    params: IdParams,
    body: Type.Object({
      id: refusedAs('IdMismatch', SameId),
      ...fields,
      baseUpdatedAt: Type.Optional(BaseUpdatedAt),
    }),
    response: { 200: EditedCollection },
  },
} as const satisfies Endpoint

/** One of the two. */
export const NewCollectionItem = Type.Object({
  audioBookId: Type.Optional(Nullable(Id)),
  podcastId: Type.Optional(Nullable(Id)),
})
export type NewCollectionItem = Static<typeof NewCollectionItem>

export const replaceCollectionItems = {
  method: 'PUT',
  url: '/collections/:id/items',
  schema: {
    operationId: 'replaceCollectionItems',
    summary: 'Replace the items of a collection',
    tags,
    description: 'Each has either `audioBookId` or `podcastId`. One that is not there is `UnknownItem`.',
    errors: ['NotFound', 'UnknownItem', 'StaleRecord'],
    params: IdParams,
    body: Type.Object({
      items: Type.Array(NewCollectionItem, {
        maxItems: maxCollectionItems,
        description: 'All of them, in their order; those that are equal become one',
      }),
      baseUpdatedAt: BaseUpdatedAt,
    }),
    response: { 200: EditedCollection },
  },
} as const satisfies Endpoint

export const deleteCollection = {
  method: 'DELETE',
  url: '/collections/:id',
  schema: {
    operationId: 'deleteCollection',
    summary: 'Delete a collection; its items stay where they are',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
