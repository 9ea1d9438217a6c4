import { expect, it } from 'vitest'
import { formatAgo } from './format-ago.ts'

it.each([
  [-20, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [8 * 60 + 59, '8 min ago'],
  [3600, '1 h ago'],
  [86_399, '23 h ago'],
  [86_400, '1 day ago'],
  [3 * 86_400, '3 days ago'],
  [Number.NaN, 'just now'],
])('%s seconds are %s', (seconds, expected) => {
  expect(formatAgo(seconds)).toBe(expected)
})
