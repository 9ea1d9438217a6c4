import { expect, test } from 'vitest'
import { checkName, checkNumber, nextFreeNumber } from './checks.ts'

const invalid = 'Number has to be a whole number from 0 to 999999'

test.each([
  ['', 'Number is required'],
  ['  ', 'Number is required'],
  ['0', undefined],
  [' 12 ', undefined],
  ['999999', undefined],
  ['1000000', invalid],
  ['-1', invalid],
  ['1.5', invalid],
  ['1e3', invalid],
  ['twelve', invalid],
])('number %j: %s', (number, message) => {
  expect(checkNumber(number)).toBe(message)
})

test('a name is more than blanks', () => {
  expect(checkName(' ')).toBe('Name is required')
  expect(checkName(' a ')).toBeUndefined()
})

test.each([
  [[], 1],
  [[0], 1],
  [[1, 2, 5], 6],
  [[999_999, 1, 2], 3],
])('after %j comes %i', (numbers, next) => {
  expect(nextFreeNumber(numbers.map((number) => ({ number })))).toBe(next)
})
