import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { NoContent, refusedAs } from './fields.ts'
import { GenreName } from './record-forms.ts'

/** A genre of audio books and category of podcasts; `count` is of the public records that have it. */
export const Genre = Type.Object({ name: Type.String(), count: Type.Integer({ minimum: 0 }) })
export type Genre = Static<typeof Genre>

const tags = ['Genres']

const GenreParams = Type.Object({ name: Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }) })

export const listGenres = {
  method: 'GET',
  url: '/genres',
  schema: {
    operationId: 'listGenres',
    summary: 'All genres and categories of public records, by name',
    tags,
    response: { 200: Type.Array(Genre) },
  },
} as const satisfies Endpoint

export const renameGenre = {
  method: 'PUT',
  url: '/genres/:name',
  schema: {
    operationId: 'renameGenre',
    summary: 'Rename a genre in all records',
    tags,
    description:
      'A record that has the other genre already has it once. Done in parts: repeat a call that was cut off.',
    errors: ['NotFound', 'NameRequired'],
    params: GenreParams,
    body: Type.Object({ name: refusedAs('NameRequired', GenreName) }),
    response: { 200: Genre },
  },
} as const satisfies Endpoint

export const deleteGenre = {
  method: 'DELETE',
  url: '/genres/:name',
  schema: {
    operationId: 'deleteGenre',
    summary: 'Take a genre from all records',
    tags,
    errors: ['NotFound'],
    params: GenreParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
