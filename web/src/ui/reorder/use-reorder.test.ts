import { expect, it } from 'vitest'
import { placeForKey, placeUnder, roomMade } from './use-reorder.ts'

it.each([
  [2, 0, 2],
  [2, 31, 2],
  [2, 33, 3],
  [2, -100, 0],
  [2, 9999, 5],
  [2, -9999, 0],
])('from place %s dragged by %s pixels comes to %s', (from, pixels, expected) => {
  expect(placeUnder(from, pixels, 64, 6)).toBe(expected)
})

it.each([
  [1, 3, [0, 0, -1, -1, 0]],
  [3, 1, [0, 1, 1, 0, 0]],
  [2, 2, [0, 0, 0, 0, 0]],
])('from %s to %s the others make room by %j', (from, to, expected) => {
  expect([0, 1, 2, 3, 4].map((place) => roomMade(place, from, to))).toEqual(expected)
})

it.each([
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 2, 3],
  ['ArrowDown', 4, 4],
  ['Home', 3, 0],
  ['End', 3, 4],
  ['Enter', 3, null],
])('%s takes place %s to %s', (key, place, expected) => {
  expect(placeForKey(key, place, 5)).toBe(expected)
})
