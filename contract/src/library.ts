import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, NoContent } from './fields.ts'
import { RecordingRecords, RecordingReference } from './recordings.ts'
import { Profile } from './users.ts'

/** A recording in the library of an account. */
export const LibraryEntry = Type.Object({
  id: Id,
  user: Profile,
  ...RecordingRecords,
})
export type LibraryEntry = Static<typeof LibraryEntry>

/** The most items that one call adds or removes. */
export const maxItemsAtOnce = 1000

const EpisodeItem = Type.Object({ podcastId: Id, podcastEpisodeId: Id })
export type EpisodeItem = Static<typeof EpisodeItem>

const tags = ['Libraries']

export const listLibrary = {
  method: 'GET',
  url: '/libraries/me',
  schema: {
    operationId: 'listLibrary',
    summary: 'What is in the own library, newest first',
    tags,
    response: { 200: Type.Array(LibraryEntry) },
  },
} as const satisfies Endpoint

export const addToLibrary = {
  method: 'POST',
  url: '/libraries/me',
  schema: {
    operationId: 'addToLibrary',
    summary: 'Add an audio book or an episode; what is there already is answered as it is, with 200',
    tags,
    description:
      'Either `audioBookId`, or `podcastId` together with `podcastEpisodeId`. An episode of another podcast is `UnknownItem`.',
    errors: ['UnknownItem'],
    body: RecordingReference,
    response: { 200: LibraryEntry, 201: LibraryEntry },
  },
} as const satisfies Endpoint

export const addAllToLibrary = {
  method: 'POST',
  url: '/libraries/me/list',
  schema: {
    operationId: 'addAllToLibrary',
    summary: 'Add several episodes, all or none; what is there already stays as it is',
    tags,
    description: 'Answers their entries in the order of the request, doubled ones once.',
    errors: ['UnknownItem'],
    body: Type.Array(EpisodeItem, { minItems: 1, maxItems: maxItemsAtOnce }),
    response: { 201: Type.Array(LibraryEntry) },
  },
} as const satisfies Endpoint

export const removeFromLibrary = {
  method: 'DELETE',
  url: '/libraries/me/:entryId',
  schema: {
    operationId: 'removeFromLibrary',
    summary: 'Remove one entry',
    tags,
    description: 'An entry of another user is `NotFound`.',
    errors: ['NotFound'],
    params: Type.Object({ entryId: Id }),
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const removeAllFromLibrary = {
  method: 'DELETE',
  url: '/libraries/me/list',
  schema: {
    operationId: 'removeAllFromLibrary',
    summary: 'Remove several entries, all or none',
    tags,
    description: 'Entries of another user are `NotFound`.',
    errors: ['NotFound'],
    body: Type.Array(Id, { minItems: 1, maxItems: maxItemsAtOnce }),
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const emptyLibrary = {
  method: 'DELETE',
  url: '/libraries/me',
  schema: {
    operationId: 'emptyLibrary',
    summary: 'Remove everything from the own library',
    tags,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
