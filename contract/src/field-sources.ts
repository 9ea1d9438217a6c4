import Type, { type Static } from 'typebox'
import { EditedAudioBookDetail } from './edited-records.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant } from './fields.ts'
import { SourcedValue } from './imports.ts'
import { type FieldName, fieldNames } from './planner/plan-input.ts'

/** Whose word each field of an audio book is. */

/**
 * What files say, best first, is in `others` where it is not the value itself. An editor's word says when it was set, and
 * by whom while the account is there.
 */
export const BookField = Type.Object({
  ...SourcedValue.properties,
  others: Type.Array(SourcedValue),
  setAt: Type.Optional(Instant),
  setBy: Type.Optional(Type.String({ description: 'The name of the editor' })),
})
export type BookField = Static<typeof BookField>

export type BookFields = Record<FieldName, BookField>
export const BookFields = Type.Unsafe<BookFields>(
  Type.Object(Object.fromEntries(fieldNames.map((name) => [name, BookField]))),
)

const tags = ['Audio books']

export const getAudioBookFields = {
  method: 'GET',
  url: '/audio-books/:id/fields',
  schema: {
    operationId: 'getAudioBookFields',
    summary: 'Where the fields of an audio book come from',
    tags,
    description: 'Of a book that no import has brought every value is `Hand`, and what is empty `None`.',
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: BookFields },
  },
} as const satisfies Endpoint

export const releaseAudioBookField = {
  method: 'DELETE',
  url: '/audio-books/:id/fields/:field',
  schema: {
    operationId: 'releaseAudioBookField',
    summary: 'Take the value of the files again for a field',
    tags,
    description: 'From then on it follows the files. `NoOtherValue` (409) where no file says anything of it.',
    errors: ['NotFound', 'NoOtherValue'],
    params: Type.Object({
      id: Id,
      field: Type.Unsafe<FieldName>({ type: 'string', enum: [...fieldNames] }),
    }),
    response: { 200: EditedAudioBookDetail },
  },
} as const satisfies Endpoint
