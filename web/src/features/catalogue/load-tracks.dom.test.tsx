import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { noPreview } from '../../testing/no-cover.ts'
import { loadTracks } from './load-tracks.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Answers the lists of a podcast whose episodes are numbered from 1 on, as their ids are. @returns paths asked for */
function serveEpisodes(count: number): string[] {
  const asked: string[] = []
  const ids = Array.from({ length: count }, (_, place) => place + 1)
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    if (pathname.endsWith('/ids')) {
      asked.push('ids')
      return Promise.resolve(Response.json(ids))
    }
    const [pageNumber, pageSize] = ['pageNumber', 'pageSize'].map((name) => Number(searchParams.get(name)))
    const [page = 0, size = 0] = [pageNumber, pageSize]
    asked.push(`page ${page}`)
    const items = ids
      .slice((page - 1) * size, page * size)
      .map((id) => ({ id, number: id, name: `Talk ${id}`, audioUrl: `/media/${id}`, ...noPreview }))
    return Promise.resolve(Response.json({ items, totalCount: count, pagedQuery: {} }))
  })
  return asked
}

const pages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => `page ${from + place}`)

test.for([
  { count: 0, from: undefined, first: undefined, length: 0, asked: ['page 1'] },
  { count: 250, from: 240, first: 1, length: 250, asked: pages(1, 3) },
  { count: 1_000, from: 990, first: 1, length: 1_000, asked: pages(1, 10) },
  { count: 10_000, from: undefined, first: 1, length: 1_000, asked: pages(1, 10) },
  { count: 10_000, from: 50, first: 1, length: 1_000, asked: ['page 1', 'ids', ...pages(2, 10)] },
  { count: 10_000, from: 4_250, first: 4_101, length: 1_000, asked: ['page 1', 'ids', ...pages(42, 51)] },
  { count: 10_000, from: 9_999, first: 9_801, length: 200, asked: ['page 1', 'ids', ...pages(99, 100)] },
])(
  'a podcast of $count episodes is played on from $from with $length tracks, from $first on',
  async (example) => {
    const asked = serveEpisodes(example.count)
    const tracks = await loadTracks({ id: 3, name: 'Slow Signals' }, {}, example.from)
    expect(tracks.map(({ title }) => title)).toEqual(
      Array.from({ length: example.length }, (_, place) => `Talk ${(example.first ?? 0) + place}`),
    )
    expect(asked).toEqual(example.asked)
  },
)
