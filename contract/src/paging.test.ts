import { describe, expect, test } from 'vitest'
import { pageCount, pagedQuery, readPagedQuery } from './paging.ts'

const read = (address: string) =>
  readPagedQuery(Object.fromEntries(new URLSearchParams(address)), ['id', 'name'])

describe('the paged query of an address', () => {
  test.for([
    ['', {}],
    [
      'pageNumber=3&pageSize=20&sortBy=name&sortOrder=desc',
      { pageNumber: 3, pageSize: 20, sortBy: 'name', sortOrder: 'desc' },
    ],
    ['pageNumber=0&pageSize=0', {}],
    ['pageNumber=-1&pageSize=101', {}],
    ['pageNumber=1e3&pageSize=10.5', {}],
    ['pageNumber=99999999999999999999&sortBy=password', {}],
    ['pageNumber=two&sortOrder=DESC', {}],
    ['search=%20tin%20roof%20', { search: 'tin roof' }],
    ['search=%20&sortBy=relevance', {}],
    ['search=tin&sortBy=relevance', { search: 'tin', sortBy: 'relevance' }],
  ] as const)('%s', ([address, parts]) => {
    expect(read(address)).toEqual(pagedQuery<string>(parts))
  })

  test('a search beyond 200 characters is cut between characters', () => {
    expect([...read(`search=${'🎧'.repeat(300)}`).search]).toHaveLength(200)
  })
})

test.for([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [214, 10, 22],
] as const)('%d records in pages of %d are %d pages', ([totalCount, pageSize, pages]) => {
  expect(pageCount(totalCount, pageSize)).toBe(pages)
})
