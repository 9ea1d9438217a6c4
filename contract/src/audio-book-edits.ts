import { maxPublisherLength, maxSequenceLength, maxSubtitleLength } from './limits.ts'
import Type from 'typebox'
import { AudioBookDetail } from './audio-books.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, NoContent } from './fields.ts'
import {
  audioFiles,
  browsedParts,
  clearable,
  coverFiles,
  genreList,
  keptTracks,
  keptCover,
  lineOf,
  maxIsbnLength,
  maxSeriesOfBook,
  newAudio,
  newCover,
  newPublishing,
  replacementForm,
  textParts,
} from './record-forms.ts'

/** Apart from the reads, which every listener's browser loads. */

const tags = ['Audio books']

const files = { ...coverFiles, ...audioFiles }

const ownParts = {
  ...textParts,
  Subtitle: clearable(lineOf(maxSubtitleLength)),
  Genres: genreList,
  ...browsedParts,
  PublishedYear: clearable(Type.Integer({ minimum: 0, maximum: 9999 })),
  Publisher: clearable(lineOf(maxPublisherLength)),
  Isbn: clearable(lineOf(maxIsbnLength)),
  IsAbridged: clearable(Type.Boolean()),
  Series: Type.Optional(
    Type.Array(Type.Object({ id: Id, sequence: clearable(lineOf(maxSequenceLength)) }), {
      maxItems: maxSeriesOfBook,
      description:
        'JSON, by the ids of series; of the sequences `1`, `1.5` and `2-3` sort by number, others last',
    }),
  ),
}

const description =
  'What is absent is cleared, but genres, series and what may be null stay as they are; empty clears.'

export const createAudioBook = {
  method: 'POST',
  url: '/audio-books',
  schema: {
    operationId: 'createAudioBook',
    summary: 'Add an audio book',
    tags,
    errors: ['NameRequired', 'LanguageInvalid', 'UnknownMedia'],
    form: Type.Object({ ...newCover, ...newAudio, ...ownParts, ...newPublishing, ...files }),
    response: { 201: AudioBookDetail },
  },
} as const satisfies Endpoint

export const updateAudioBook = {
  method: 'PUT',
  url: '/audio-books/:id',
  schema: {
    operationId: 'updateAudioBook',
    summary: 'Replace an audio book',
    tags,
    description,
    errors: ['NotFound', 'IdMismatch', 'NameRequired', 'LanguageInvalid', 'UnknownMedia', 'StaleRecord'],
    params: IdParams,
    form: replacementForm({ ...ownParts, ...keptCover, ...keptTracks, ...files }),
    response: { 200: AudioBookDetail },
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
    errors: ['NotFound', 'InvalidBody'],
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
