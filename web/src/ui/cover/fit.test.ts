import { expect, test } from 'vitest'
import { coverFit, type CoverShape } from './fit.ts'

test.each<[CoverShape, number, number, string, number]>([
  ['frame', 900, 1200, 'full', 3 / 4],
  ['frame', 900, 1180, 'full', 3 / 4],
  ['frame', 900, 1150, 'wide', 3 / 4],
  ['frame', 1000, 1000, 'wide', 3 / 4],
  ['frame', 600, 1200, 'tall', 3 / 4],
  ['square', 1000, 1000, 'full', 1],
  ['square', 900, 1200, 'tall', 1],
  ['square', 1600, 900, 'wide', 1],
  ['own', 1000, 1000, 'full', 1],
  ['own', 900, 1200, 'full', 3 / 4],
  ['own', 300, 3000, 'tall', 0.6],
  ['own', 3000, 300, 'wide', 1.8],
])('in the shape %s a picture of %i by %i is %s', (shape, coverWidth, coverHeight, fit, frame) => {
  expect(coverFit(shape, { coverWidth, coverHeight })).toEqual({
    frame,
    ratio: coverWidth / coverHeight,
    fit,
  })
})

test('what is not known is shown whole', () => {
  expect(coverFit('square', {})).toEqual({ frame: 1, ratio: null, fit: 'unknown' })
  expect(coverFit('own', { coverWidth: null, coverHeight: null }).frame).toBe(3 / 4)
})
