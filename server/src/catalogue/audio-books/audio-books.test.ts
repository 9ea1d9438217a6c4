import { getAudioBook, listAudioBooks, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makeAudioBook, makeCreator } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())

async function page(parts: Parameters<typeof pagedQuery<'id' | 'name' | 'createdAt'>>[0]) {
  return await server.call(pageAudioBooks, { querystring: pagedQuery(parts) })
}

describe('an audio book', () => {
  it('is answered with all its fields, the empty ones null', async () => {
    const reader = await makeCreator(server, { nickname: 'Noor Hadley', name: 'Noor', surname: 'Hadley' })
    const id = await makeAudioBook(server, { name: 'Ninety Winters', readerIds: [reader] })
    const creator = { id: reader, nickname: 'Noor Hadley', name: 'Noor', surname: 'Hadley' }
    expect(await server.call(getAudioBook, { params: { id } })).toEqual({
      id,
      name: 'Ninety Winters',
      subtitle: null,
      description: null,
      coverImageUrl: null,
      coverImagePreviewUrl: null,
      coverColor: null,
      coverPlaceholder: null,
      coverWidth: null,
      coverHeight: null,
      audioUrl: null,
      tracksCount: 0,
      isAvailable: true,
      tracks: [],
      durationSeconds: null,
      chaptersCount: 0,
      authors: [],
      readers: [creator],
      credits: [{ creator, role: 'Reader', as: null }],
      series: [],
      genres: [],
      language: null,
      publishedYear: null,
      publisher: null,
      isbn: null,
      isAbridged: null,
      isExplicit: false,
      publishedAt: new Date(server.time.now).toISOString(),
      createdAt: new Date(server.time.now).toISOString(),
      updatedAt: new Date(server.time.now).toISOString(),
    })
  })

  it('has its readers in the order in which they were given', async () => {
    const readerIds = []
    for (const nickname of ['Cyd', 'Abe', 'Bea']) readerIds.unshift(await makeCreator(server, { nickname }))
    const id = await makeAudioBook(server, { name: 'Three voices', readerIds })
    const { readers } = await server.call(getAudioBook, { params: { id } })
    expect(readers.map((reader) => reader.nickname)).toEqual(['Bea', 'Abe', 'Cyd'])
  })

  it.each([
    '999999',
    '0',
    '-1',
    '1.0',
    '01',
    '1e0',
    'abc',
    '99999999999999999999',
    '9223372036854775808',
    '%00',
    '%2e%2e',
    "1'--",
  ])('is not found under the id %s', async (id) => {
    expect(await server.refusal(`/audio-books/${id}`)).toEqual({
      status: 404,
      errors: [{ code: 'NotFound', description: expect.any(String) }],
    })
  })
})

describe('the list of audio books', () => {
  it('has all of them by id', async () => {
    const books = await server.call(listAudioBooks, {})
    const ids = books.map((book) => book.id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('sorts by name whatever the case and the accents, ties by id in the same direction', async () => {
    const ids = []
    for (const name of ['zzz Émile', 'ZZZ ember', 'zzz ember', 'zzz Zoë']) {
      ids.push(await makeAudioBook(server, { name }))
    }
    const [emile, ember, sameEmber, zoe] = ids
    const ascending = await page({ sortBy: 'name', search: 'zzz' })
    expect(ascending.items.map((book) => book.id)).toEqual([ember, sameEmber, emile, zoe])
    const descending = await page({ sortBy: 'name', sortOrder: 'desc', search: 'zzz' })
    expect(descending.items.map((book) => book.id)).toEqual([zoe, emile, sameEmber, ember])
  })

  it('sorts by the time of creation', async () => {
    server.time.now += 1000
    const late = await makeAudioBook(server, { name: 'qqq late' })
    server.time.now -= 500
    const early = await makeAudioBook(server, { name: 'qqq early' })
    const { items } = await page({ sortBy: 'createdAt', search: 'qqq' })
    expect(items.map((book) => book.id)).toEqual([early, late])
  })

  it('pages without skipping or repeating a record, in either direction', async () => {
    for (let number = 0; number < 7; number += 1) await makeAudioBook(server, { name: 'same name' })
    const all = (await server.call(listAudioBooks, {})).map((book) => book.id)
    for (const sortOrder of ['asc', 'desc'] as const) {
      const seen: number[] = []
      for (let pageNumber = 1; seen.length < all.length; pageNumber += 1) {
        const { items, totalCount } = await page({ pageNumber, pageSize: 3, sortBy: 'name', sortOrder })
        expect(totalCount).toBe(all.length)
        expect(items.length).toBeGreaterThan(0)
        seen.push(...items.map((book) => book.id))
      }
      expect(new Set(seen)).toEqual(new Set(all))
      expect(seen).toHaveLength(all.length)
    }
  })

  it('tells the query as it was applied', async () => {
    const { pagedQuery: applied } = await server.call(pageAudioBooks, {
      querystring: { search: ' x ' } as never,
    })
    expect(applied).toEqual({ pageNumber: 1, pageSize: 10, sortBy: 'id', sortOrder: 'asc', search: 'x' })
  })

  it('has an empty page with the true count past its end', async () => {
    const { items, totalCount } = await page({ pageNumber: Number.MAX_SAFE_INTEGER, pageSize: 100 })
    expect(items).toEqual([])
    expect(totalCount).toBe((await server.call(listAudioBooks, {})).length)
  })

  it.each([
    ['pageNumber=0', 'pageNumber'],
    ['pageNumber=1.5', 'pageNumber'],
    ['pageNumber=1e1', 'pageNumber'],
    ['pageNumber=abc', 'pageNumber'],
    ['pageNumber=1&pageNumber=2', 'pageNumber'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['sortBy=readers', 'sortBy'],
    ['sortBy=relevance', 'sortBy'],
    ['sortBy=constructor', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['sortOrder=ASC', 'sortOrder'],
    [`search=${'x'.repeat(201)}`, 'search'],
    [`search=${'x'.repeat(10_000)}`, 'search'],
    ['search=a%00b', 'search'],
    ['search=a&search=b', 'search'],
    ['seriesId=0', 'seriesId'],
    ['seriesId=1&seriesId=99999999999999999999', 'seriesId'],
    ['creatorId=1.5', 'creatorId'],
    ['minSeconds=1e3', 'minSeconds'],
  ])('refuses %s and names the field', async (query, field) => {
    expect(await server.refusal(`/audio-books/paged?${query}`)).toEqual({
      status: 400,
      errors: [{ code: 'InvalidQuery', description: expect.stringContaining(field), field }],
    })
  })

  it.each([
    `seriesId=${Number.MAX_SAFE_INTEGER}`,
    `creatorId=${Number.MAX_SAFE_INTEGER}`,
    'genre=%F0%9F%8E%A7',
    'language=no-such-language',
    'role=Host&creatorId=1',
  ])('finds nothing by %s', async (query) => {
    const answer = await server.app.inject(`/api/audio-books/paged?${query}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ items: [], totalCount: 0 })
  })

  it('counts empty parameters as absent and ignores unknown ones', async () => {
    const response = await server.app.inject(
      '/api/audio-books/paged?pageNumber=&sortBy=&search=%20&colour=red&__proto__=1',
    )
    expect(response.statusCode).toBe(200)
    expect(response.json().pagedQuery).toEqual(pagedQuery())
  })

  it('takes no filter of another list for its own', async () => {
    await makeAudioBook(server, { name: 'One' })
    for (const [list, query] of [
      ['audio-books', 'category=x&latestEpisodeAt=x'],
      ['podcasts', 'genre=x&seriesId=1&minSeconds=x&fromYear=1'],
    ]) {
      for (const call of ['paged', 'facets']) {
        const [plain, filtered] = await Promise.all(
          ['', query].map((one) => server.app.inject(`/api/${list}/${call}?${one}`)),
        )
        expect(filtered?.statusCode).toBe(200)
        expect(filtered?.json()).toEqual(plain?.json())
      }
    }
  })
})
