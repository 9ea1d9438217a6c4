import { expect, it } from 'vitest'
import { swipedPixels } from './swipe.ts'

it.each([
  ['down', 100, 100, 110, 260, 160],
  ['up', 100, 300, 90, 200, -100],
  ['too short', 100, 100, 100, 130, null],
  ['aslant', 100, 100, 200, 220, null],
  ['sideways', 100, 100, 300, 110, null],
])('a finger that goes %s', (_name, fromX, fromY, toX, toY, expected) => {
  expect(swipedPixels(fromX, fromY, toX, toY)).toBe(expected)
})
