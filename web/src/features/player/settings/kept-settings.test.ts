import { expect, it } from 'vitest'
import { readJumps } from './kept-settings.ts'

it.each([
  [{}, 10, 30],
  [{ backSeconds: 15, forwardSeconds: 45 }, 15, 45],
  [{ backSeconds: 1, forwardSeconds: 900 }, 5, 90],
  [{ backSeconds: 17, forwardSeconds: 33 }, 15, 35],
  [{ backSeconds: '20', forwardSeconds: Number.NaN }, 10, 30],
])('jumps stored as %j go %s seconds back and %s forward', (stored, backSeconds, forwardSeconds) => {
  expect(readJumps(stored)).toEqual({ backSeconds, forwardSeconds })
})
