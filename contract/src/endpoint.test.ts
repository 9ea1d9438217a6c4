import { expect, expectTypeOf, test } from 'vitest'
import * as audioBooks from './audio-books.ts'
import { type AudioBookDetail, getAudioBook, pageAudioBooks } from './audio-books.ts'
import * as creators from './creators.ts'
import type { pageCreators } from './creators.ts'
import { type EndpointInput, type EndpointOutput, requestPath } from './endpoint.ts'
import * as episodes from './episodes.ts'
import { getEpisode } from './episodes.ts'
import { type PagedQuery, pagedQuery } from './paging.ts'
import * as podcasts from './podcasts.ts'

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
  expectTypeOf<EndpointOutput<typeof getAudioBook>>().toEqualTypeOf<AudioBookDetail>()
})

test('an operation is called as its endpoint is exported', () => {
  const endpoints = Object.entries({ ...audioBooks, ...creators, ...episodes, ...podcasts }).flatMap(
    ([name, value]) => (typeof value === 'object' && 'schema' in value ? [{ name, endpoint: value }] : []),
  )
  expect(endpoints.map(({ endpoint }) => endpoint.schema.operationId)).toEqual(
    endpoints.map(({ name }) => name),
  )
  expect(endpoints).not.toHaveLength(0)
})

test('a caller gives a paged query in full, though a request may leave out any part of it', () => {
  expectTypeOf<PagedQuery<'id' | 'nickname' | 'name' | 'surname'>>().toExtend<
    EndpointInput<typeof pageCreators>['querystring']
  >()
  expectTypeOf<EndpointInput<typeof pageAudioBooks>['querystring']>().toExtend<
    PagedQuery & { genre?: string[] | undefined; minSeconds?: number | undefined }
  >()
})
