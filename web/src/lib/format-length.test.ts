import { expect, test } from 'vitest'
import { formatLength } from './format-length.ts'

test.for([
  [null, null],
  [0, null],
  [-3, null],
  [Number.NaN, null],
  [0.2, '1 s'],
  [45.4, '45 s'],
  [59.7, '1 min'],
  [90, '2 min'],
  [1860, '31 min'],
  [3570, '1 h'],
  [3600, '1 h'],
  [7440, '2 h 4 min'],
  [28_800, '8 h'],
] as const)('%d seconds are %s', ([seconds, words]) => {
  expect(formatLength(seconds)).toBe(words)
})
