import Type, { type Static } from 'typebox'
import { Creator } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import {
  ChangeFields,
  CoverFields,
  Id,
  IdParams,
  MediaUrl,
  Nullable,
  NullableText,
  Seconds,
} from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

export const AudioBook = Type.Object({
  id: Id,
  name: Type.String(),
  description: NullableText,
  ...CoverFields,
  audioUrl: MediaUrl,
  durationSeconds: Nullable(Seconds),
  readers: Type.Array(Creator),
  ...ChangeFields,
})
export type AudioBook = Static<typeof AudioBook>

export const audioBookSortFields = ['id', 'name', 'createdAt'] as const

const tags = ['Audio books']

export const listAudioBooks = {
  method: 'GET',
  url: '/audio-books',
  schema: {
    operationId: 'listAudioBooks',
    summary: 'All audio books, by id',
    tags,
    response: { 200: Type.Array(AudioBook) },
  },
} as const satisfies Endpoint

export const pageAudioBooks = {
  method: 'GET',
  url: '/audio-books/paged',
  schema: {
    operationId: 'pageAudioBooks',
    summary: 'A page of audio books',
    tags,
    querystring: PagedQuerystring(audioBookSortFields),
    response: { 200: PagedResult(AudioBook, audioBookSortFields) },
  },
} as const satisfies Endpoint

export const getAudioBook = {
  method: 'GET',
  url: '/audio-books/:id',
  schema: {
    operationId: 'getAudioBook',
    summary: 'One audio book',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: AudioBook },
  },
} as const satisfies Endpoint
