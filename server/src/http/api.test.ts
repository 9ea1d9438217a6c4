import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { login } from '@earmark/contract/auth.ts'
import { type AudioBookDetail, getAudioBook } from '@earmark/contract/audio-books.ts'
import { emptyLibrary } from '@earmark/contract/library.ts'
import { expect, it } from 'vitest'
import type { FailureOf } from '../errors.ts'
import { type Api, serializerBuilder } from './api.ts'

/** What does not compile: the compiler reads these rows as part of the types check. */

declare function change(failure: FailureOf<'NotFound' | 'StaleRecord'>): Promise<AudioBookDetail>

function registerRows(api: Api): void {
  api.route({ ...getAudioBook, handler: ({ failure }) => Promise.reject(failure('NotFound')) })
  api.route({
    ...getAudioBook,
    // @ts-expect-error -- A read of a record never is stale.
    handler: ({ failure }) => Promise.reject(failure('StaleRecord')),
  })
  api.route({ ...updateAudioBook, handler: ({ failure }) => change(failure) })
  // @ts-expect-error -- The service answers a code that the endpoint does not list.
  api.route({ ...getAudioBook, handler: ({ failure }) => change(failure) })
  // @ts-expect-error -- Nothing is looked up by its address.
  api.route({ ...emptyLibrary, handler: ({ failure }) => Promise.reject(failure('NotFound')) })
  api.route({ ...login, handler: ({ failure }) => Promise.reject(failure('InvalidBody')) })
  // @ts-expect-error -- A call without a body has none that is wrong.
  api.route({ ...getAudioBook, handler: ({ failure }) => Promise.reject(failure('InvalidBody')) })
  api.route({
    ...updateAudioBook,
    handler: async ({ readForm }) => {
      const texts = await readForm({ same: { id: 1 }, receive: () => Promise.resolve() })
      // @ts-expect-error -- Names of texts are those of the record.
      return await Promise.reject(new Error(texts.Name))
    },
  })
  // @ts-expect-error -- An answer is what the endpoint says.
  api.route({ ...getAudioBook, handler: () => Promise.resolve({ id: 'seven' }) })
}

it('lets handlers fail and answer as their endpoints say alone', () => {
  const routes: unknown[] = []
  registerRows({ route: (route) => void routes.push(route) })
  expect(routes).toHaveLength(9)
})

const route = { method: 'GET', url: '/', httpStatus: '200' }

it('writes what a shape names and nothing else', () => {
  const write = serializerBuilder((json) => json)({}, {})({
    ...route,
    schema: { type: 'object', properties: { id: { type: 'integer' } } },
  })
  expect(write({ id: 7, secret: 'no' })).toBe('{"id":7}')
  expect(write({ id: 8 })).toBe('{"id":8}')
})

it('makes nothing for a shape before it is wanted', () => {
  const write = serializerBuilder((json) => json)({}, {})({ ...route, schema: { type: 'no such type' } })
  expect(() => write({})).toThrow(/schema is invalid/)
})
