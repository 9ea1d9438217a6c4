import { seriesPlace } from '../../../lib/series-place.ts'

/** The texts of pages of series and collections, and of what leads to them. */
export const groupMessages = {
  series: 'Series',
  collection: 'Collection',
  by: 'By',
  books: (count: number) => (count === 1 ? '1 book' : `${count} books`),
  items: (count: number) => (count === 1 ? '1 title' : `${count} titles`),
  youAreIn: (sequence: string | null) => (sequence === null ? null : `you are in ${seriesPlace(sequence)}`),
  start: (isBegun: boolean, sequence: string | null) =>
    [isBegun ? 'Resume' : 'Play', ...(sequence === null ? [] : [seriesPlace(sequence)])].join(' '),
  queueTheRest: 'Queue the rest',
  next: 'Next',
  noBooks: 'There are no Audio Books in this series yet.',
  noItems: 'There is nothing in this collection yet.',
  book: 'Book',
  readBy: (people: string) => `Read by ${people}`,
} as const
