import { expect, it } from 'vitest'
import { buildSerializer } from './output.ts'

const route = { method: 'GET', url: '/', httpStatus: '200' }

it('writes what a shape names and nothing else', () => {
  const write = buildSerializer(
    {},
    {},
  )({ ...route, schema: { type: 'object', properties: { id: { type: 'integer' } } } })
  expect(write({ id: 7, secret: 'no' })).toBe('{"id":7}')
  expect(write({ id: 8 })).toBe('{"id":8}')
})

it('makes nothing for a shape before it is wanted', () => {
  const write = buildSerializer({}, {})({ ...route, schema: { type: 'no such type' } })
  expect(() => write({})).toThrow(/schema is invalid/)
})
