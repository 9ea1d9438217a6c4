import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { expect, test } from 'vitest'
import { bySeries } from './by-series.ts'

const book = (id: number, seriesId?: number, sequence: string | null = null) =>
  ({
    id,
    series: seriesId ? [{ id: seriesId, name: `Series ${seriesId}`, sequence }] : [],
  }) as unknown as AudioBook

test('books of a series stand together by sequence, before the others', () => {
  const books = [book(1), book(2, 7, '10'), book(3, 8, '1'), book(4, 7), book(5, 7, '2.5'), book(6, 7, '∞')]
  const { series, others } = bySeries(books)
  expect(series.map(({ name, books: parts }) => [name, parts.map(({ id }) => id)])).toEqual([
    ['Series 7', [5, 2, 4, 6]],
  ])
  expect(others.map(({ id }) => id)).toEqual([1, 3])
})
