import { expect, expectTypeOf, test } from 'vitest'
import { type AudioBook, getAudioBook, pageAudioBooks } from './audio-books.ts'
import { type EndpointInput, type EndpointOutput, requestPath } from './endpoint.ts'
import { getEpisode } from './episodes.ts'
import { pagedQuery } from './paging.ts'

test('a call without a query is its path with the parameters filled in', () => {
  expect(requestPath(getEpisode, { params: { id: 3, episodeId: 14 } })).toBe('/podcasts/3/episodes/14')
})

test('a path parameter never becomes more than one path segment', () => {
  expect(requestPath(getAudioBook, { params: { id: '../x?y' } })).toBe('/audio-books/..%2Fx%3Fy')
})

test('a paged query is written in one order, whichever order it was given in', () => {
  const query = pagedQuery({ search: 'tin & roof', pageNumber: 2 })
  expect(requestPath(pageAudioBooks, { querystring: query })).toBe(
    '/audio-books/paged?pageNumber=2&pageSize=10&sortBy=id&sortOrder=asc&search=tin%20%26%20roof',
  )
})

test('empty parameters are left out', () => {
  expect(requestPath(pageAudioBooks, { querystring: { search: '', pageNumber: 1, sortBy: undefined } })).toBe(
    '/audio-books/paged?pageNumber=1',
  )
})

test('input and output are typed from the endpoint', () => {
  expectTypeOf<EndpointInput<typeof getAudioBook>>().toEqualTypeOf<{ params: { id: number } }>()
  expectTypeOf<EndpointOutput<typeof getAudioBook>>().toEqualTypeOf<AudioBook>()
})
