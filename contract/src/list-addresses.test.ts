import { expect, test } from 'vitest'
import { newest } from './first-data.ts'
import { listFilters, readListQuery } from './list-addresses.ts'
import { pagedQuery } from './paging.ts'

test.each([
  [{}, newest],
  [{ sortBy: 'password', sortOrder: 'up' }, newest],
  [{ sortBy: 'id' }, {}],
  [{ sortOrder: 'desc' }, { sortOrder: 'desc' }],
  [{ sortBy: 'author' }, { sortBy: 'author' }],
  [{ sortBy: 'latestEpisodeAt' }, newest],
  [
    { search: 'sea', sortBy: 'relevance' },
    { search: 'sea', sortBy: 'relevance' },
  ],
] as const)('the order of %j', (address, parts) => {
  expect(readListQuery('/audio-books', address)).toEqual(pagedQuery<never>(parts as object))
})

test.each([
  [{ genre: 'Sea' }, { genre: ['Sea'] }],
  [{ genre: ['Sea', 'Ice', 'Sea', ''] }, { genre: ['Sea', 'Ice'] }],
  [
    { creatorId: ['3', 'x', '0'], role: ['Reader', 'Pirate'] },
    { creatorId: [3], role: ['Reader'] },
  ],
  [{ fromYear: '1999', toYear: 'now', maxSeconds: '-1' }, { fromYear: 1999 }],
  [{ fitsIn: 35, category: 'Sea' }, { fitsIn: 35 }],
  [{ genre: 'a\u0000' }, {}],
] as const)('the choices in %j, the invalid ones left out', (address, choices) => {
  expect(readListQuery('/audio-books', address)).toEqual({ ...pagedQuery(), ...newest, ...choices })
  // What was read is read alike again.
  expect(readListQuery('/audio-books', choices)).toEqual({ ...pagedQuery(), ...newest, ...choices })
})

test('what fits into a time is longer for those who listen faster', () => {
  expect(listFilters({ fitsIn: 35 }, 1.4)).toEqual({ maxSeconds: 2940 })
  expect(listFilters({ fitsIn: 600, maxSeconds: 3600 })).toEqual({ maxSeconds: 3600 })
})

test('roles count with creators only', () => {
  expect(listFilters({ role: ['Reader'] })).toEqual({})
  expect(listFilters({ role: ['Reader'], creatorId: [3] })).toEqual({ role: ['Reader'], creatorId: [3] })
})
