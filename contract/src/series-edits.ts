import Type from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { BaseUpdatedAt, IdParams, NoContent, refusedAs } from './fields.ts'
import { groupTexts, SameId } from './record-forms.ts'
import { Series } from './series.ts'

/** Apart from the reads, which every listener's browser loads. */

const tags = ['Series']

export const createSeries = {
  method: 'POST',
  url: '/series',
  schema: {
    operationId: 'createSeries',
    summary: 'Add a series',
    tags,
    errors: ['NameRequired', 'DuplicateName'],
    body: Type.Object(groupTexts),
    response: { 201: Series },
  },
} as const satisfies Endpoint

export const updateSeries = {
  method: 'PUT',
  url: '/series/:id',
  schema: {
    operationId: 'updateSeries',
    summary: 'Replace a series',
    tags,
    description: 'An absent description stays as it is, an empty one is cleared.',
    errors: ['NotFound', 'IdMismatch', 'NameRequired', 'DuplicateName', 'StaleRecord'],
    params: IdParams,
    body: Type.Object({
      id: refusedAs('IdMismatch', SameId),
      ...groupTexts,
      baseUpdatedAt: Type.Optional(BaseUpdatedAt),
    }),
    response: { 200: Series },
  },
} as const satisfies Endpoint

export const deleteSeries = {
  method: 'DELETE',
  url: '/series/:id',
  schema: {
    operationId: 'deleteSeries',
    summary: 'Delete a series; its audio books go on without',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
