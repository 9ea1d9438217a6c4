import { expect, it } from 'vitest'
import { readJumps } from './kept-settings.ts'
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

it.each([
  [{}, 10, 30],
  [{ backSeconds: 15, forwardSeconds: 45 }, 15, 45],
  [{ backSeconds: 1, forwardSeconds: 900 }, 5, 90],
  [{ backSeconds: 17, forwardSeconds: 33 }, 15, 35],
  [{ backSeconds: '20', forwardSeconds: Number.NaN }, 10, 30],
])('jumps stored as %j go %s seconds back and %s forward', (stored, backSeconds, forwardSeconds) => {
  expect(readJumps(stored)).toEqual({ backSeconds, forwardSeconds })
})
