import Type from 'typebox'
import { AudioBook } from './audio-books.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, NoContent } from './fields.ts'
import {
  audioFile,
  coverFiles,
  keptAudio,
  keptCover,
  newAudio,
  newCover,
  replacementForm,
  textParts,
} from './record-forms.ts'

/** Apart from the reads, which every listener's browser loads. */

const tags = ['Audio books']

const files = { ...coverFiles, ...audioFile }

export const createAudioBook = {
  method: 'POST',
  url: '/audio-books',
  schema: {
    operationId: 'createAudioBook',
    summary: 'Add an audio book',
    tags,
    errors: ['NameRequired', 'UnknownMedia'],
    form: Type.Object({ ...newCover, ...newAudio, ...textParts, ...files }),
    response: { 201: AudioBook },
  },
} as const satisfies Endpoint

export const updateAudioBook = {
  method: 'PUT',
  url: '/audio-books/:id',
  schema: {
    operationId: 'updateAudioBook',
    summary: 'Replace an audio book',
    tags,
    description: 'What is absent is cleared.',
    errors: ['NotFound', 'IdMismatch', 'NameRequired', 'UnknownMedia', 'StaleRecord'],
    params: IdParams,
    form: replacementForm({ ...textParts, ...keptCover, ...keptAudio, ...files }),
    response: { 200: AudioBook },
  },
} as const satisfies Endpoint

export const deleteAudioBook = {
  method: 'DELETE',
  url: '/audio-books/:id',
  schema: {
    operationId: 'deleteAudioBook',
    summary: 'Delete an audio book',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

const readerParams = Type.Object({ id: Id, readerId: Id })

export const addAudioBookReader = {
  method: 'POST',
  url: '/audio-books/:id/readers/:readerId',
  schema: {
    operationId: 'addAudioBookReader',
    summary: 'Add a reader; succeeds as well when it is there already',
    tags,
    errors: ['NotFound'],
    params: readerParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const removeAudioBookReader = {
  method: 'DELETE',
  url: '/audio-books/:id/readers/:readerId',
  schema: {
    operationId: 'removeAudioBookReader',
    summary: 'Remove a reader; succeeds as well when it is not there',
    tags,
    errors: ['NotFound'],
    params: readerParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
