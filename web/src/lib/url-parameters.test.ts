import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './url-parameters.ts'

test.for([
  ['', {}],
  ['?search=123&pageNumber=2', { search: '123', pageNumber: '2' }],
  ['?search=%22quoted%22+%26+more', { search: '"quoted" & more' }],
  ['?search=100%', { search: '100%' }],
  ['?a=1&a=2', { a: ['1', '2'] }],
] as const)('%s is read as plain text', ([address, parameters]) => {
  expect(readSearch(address)).toEqual(parameters)
})

test.for([
  [{}, ''],
  [{ search: '', pageNumber: undefined }, ''],
  [{ genre: ['Sea', 'Ice'], creatorId: [3] }, '?genre=Sea&genre=Ice&creatorId=3'],
  [{ pageNumber: 2, search: 'tin & roof' }, '?pageNumber=2&search=tin+%26+roof'],
] as const)('%j is written as %s', ([parameters, address]) => {
  expect(writeSearch(parameters)).toBe(address)
})
