import { expect, it } from 'vitest'
import { formatSpeed, nearSpeed, nextSpeed } from './speeds.ts'

it.each([
  [1, 1, 1.1],
  [1.1, 1, 1.2],
  [1.2, -1, 1.1],
  [2.9, 1, 3],
  [3.4, 1, 3.5],
  [3.5, 1, 3.5],
  [0.5, -1, 0.5],
  [1.25, 1, 1.3],
  [1.25, -1, 1.2],
] as const)('from %s by %s tenths is %s', (speed, steps, expected) => {
  expect(nextSpeed(speed, steps)).toBe(expected)
})

it.each([
  [1, 1, 1.05],
  [1.05, 1, 1.1],
  [1.15, -1, 1.1],
  [3.5, 1, 3.5],
  [0.5, -1, 0.5],
] as const)('from %s by %s twentieths is %s', (speed, steps, expected) => {
  expect(nearSpeed(speed, steps)).toBe(expected)
})

it.each([
  [1, '1×'],
  [1.1, '1.1×'],
  [1.25, '1.25×'],
  [0.5, '0.5×'],
])('%s reads %s', (speed, expected) => {
  expect(formatSpeed(speed)).toBe(expected)
})
