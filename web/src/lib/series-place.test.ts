import { expect, test } from 'vitest'
import { seriesPlace } from './series-place.ts'

test.each([
  ['1', 'book 1'],
  ['2.5', 'book 2.5'],
  ['2-3', 'books 2-3'],
  ['2 – 3', 'books 2 – 3'],
  ['Prequel', 'Prequel'],
  ['∞', '∞'],
])('the sequence %s is %s', (sequence, words) => {
  expect(seriesPlace(sequence)).toBe(words)
})
