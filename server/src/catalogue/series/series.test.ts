import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { publishAudioBook, unpublishAudioBook } from '@earmark/contract/publishing.ts'
import { createSeries, deleteSeries, updateSeries } from '@earmark/contract/series-edits.ts'
import { getSeries, listSeries, pageSeries } from '@earmark/contract/series.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeAudioBookRows,
  makeCreator,
  makeSeries,
  storeCover,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const node = await forAllTests(startNode(server))
const { headers } = await makePerson(server, 'Editor')
let names = 0
const newSeries = () => makeSeries(server, `Series ${(names += 1)}`)
const read = (id: number) => server.call(getSeries, { params: { id } })

async function addPart(id: number, sequence: string | null, name = `Part ${sequence}`): Promise<number> {
  return await makeAudioBook(server, { name, series: [{ id, sequence }] })
}

async function credit(bookId: number, creatorIds: readonly number[]): Promise<void> {
  const params = { id: bookId }
  const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params })
  const credits = creatorIds.map((creatorId) => ({ creatorId, role: 'Author' as const }))
  await server.call(replaceAudioBookCredits, { params, body: { credits, baseUpdatedAt } }, headers)
}

describe('a series', () => {
  it('is added with its texts trimmed, and says where it is', async () => {
    const body = { name: '  Waves ', description: ' Of the sea. ' }
    const created = await server.attempt(createSeries, { body }, headers)
    const series = JSON.parse(created.body) as { id: number }
    expect(created).toMatchObject({ status: 201, headers: { location: `/api/series/${series.id}` } })
    expect(series).toEqual({
      id: series.id,
      name: 'Waves',
      description: 'Of the sea.',
      booksCount: 0,
      authors: [],
      coverImagePreviewUrls: [],
      updatedAt: new Date(server.time.now).toISOString(),
    })
    expect(await read(series.id)).toEqual({ ...series, audioBooks: [] })
  })

  it('has its audio books by the number of their sequences, then other sequences, then those without', async () => {
    const id = await newSeries()
    const sequences = [
      '10',
      null,
      '∞',
      '2-3',
      '1/2',
      '1.5',
      '1',
      '1000000000',
      '2',
      '02',
      null,
      'Prequel',
      '0',
    ]
    for (const sequence of sequences) await addPart(id, sequence)
    const { audioBooks, booksCount } = await read(id)
    const shown = audioBooks.map(({ series }) => series.find((part) => part.id === id)?.sequence)
    const sorted = ['0', '1', '1.5', '02', '2', '2-3', '10', '1/2', '1000000000', 'Prequel', '∞', null, null]
    expect(shown).toEqual(sorted)
    expect(booksCount).toBe(sorted.length)
  })

  it('counts and shows public audio books alone, with their authors and first four covers', async () => {
    const id = await newSeries()
    const [ada, bea] = [
      await makeCreator(server, { nickname: 'Ada' }),
      await makeCreator(server, { nickname: 'Bea' }),
    ]
    const books: number[] = []
    for (const number of [6, 5, 4, 3, 2, 1]) {
      const cover = await storeCover(server, `#${number}04060`)
      const series = [{ id, sequence: `${number}` }]
      books.unshift(await makeAudioBook(server, { name: `Part ${number}`, series, ...cover }))
    }
    await credit(books[3] as number, [bea, ada])
    await credit(books[5] as number, [ada])
    await server.call(unpublishAudioBook, { params: { id: books[1] as number } }, headers)
    const shown = await read(id)
    expect(shown.audioBooks.map((book) => book.id)).toEqual(books.filter((_, place) => place !== 1))
    const covers = shown.audioBooks.slice(0, 4).map((book) => book.coverImagePreviewUrl)
    expect(shown).toMatchObject({ booksCount: 5, coverImagePreviewUrls: covers })
    expect(shown.authors.map((author) => author.nickname)).toEqual(['Bea', 'Ada'])
    await server.call(publishAudioBook, { params: { id: books[1] as number }, body: {} }, headers)
    expect(await read(id)).toMatchObject({ booksCount: 6 })
  })

  it('with more audio books than one slice has them all in order', async () => {
    const id = await newSeries()
    const names = Array.from({ length: 230 }, (_, place) => `${230 - place}`)
    const books = await makeAudioBookRows(server, names)
    const parts = books.map((bookId, place) => {
      const sequence = names[place] as string
      const own = { series_id: id, ordinal: 0, sequence, sequence_number: Number(sequence) }
      return { ...own, audio_book_id: bookId }
    })
    await server.deps.db.connection.insertInto('series_books').values(parts).execute()
    const { audioBooks } = await read(id)
    expect(audioBooks.map((book) => book.name)).toEqual(audioBooks.map((_, place) => `${place + 1}`))
    expect(audioBooks).toHaveLength(230)
  })

  it('is found by words of its name, and stands in the order of names', async () => {
    const id = await makeSeries(server, 'Quixotic Øresund')
    const ids = [id, await makeSeries(server, 'quixotic apples')]
    const page = (parts: Parameters<typeof pagedQuery<'id' | 'name'>>[0]) =>
      server.call(pageSeries, { querystring: pagedQuery(parts) })
    const found = await page({ search: 'quixotik', sortBy: 'name' })
    expect(found.items.map((series) => series.id)).toEqual(ids.toReversed())
    await server.call(updateSeries, { params: { id }, body: { id, name: 'Other' } }, headers)
    expect(await page({ search: 'oresund' })).toMatchObject({ totalCount: 0 })
    await server.call(deleteSeries, { params: { id: ids[1] as number } }, headers)
    expect(await page({ search: 'apples' })).toMatchObject({ totalCount: 0 })
    const all = (await server.call(listSeries, {})).map((series) => series.id)
    expect(all).toEqual(all.toSorted((one, other) => one - other))
    expect((await page({ pageSize: 100 })).items.map((series) => series.id)).toEqual(all)
  })

  it('is renamed in the answers of its audio books, on every node', async () => {
    const id = await newSeries()
    const bookId = await addPart(id, '1')
    const readBook = async () =>
      (await node.app.inject(`/api/audio-books/${bookId}`)).json<{ series: object[] }>().series
    expect(await readBook()).toMatchObject([{ id }])
    await node.app.inject(`/api/series/${id}`)
    const { updatedAt } = await read(id)
    const body = { id, name: 'Renamed everywhere', baseUpdatedAt: updatedAt }
    const renamed = await server.call(updateSeries, { params: { id }, body }, headers)
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
    expect(await readBook()).toEqual([{ id, name: 'Renamed everywhere', sequence: '1' }])
    expect((await node.app.inject(`/api/series/${id}`)).json()).toMatchObject({ name: 'Renamed everywhere' })
    await server.call(deleteAudioBook, { params: { id: bookId } }, headers)
    expect((await node.app.inject(`/api/series/${id}`)).json()).toMatchObject({ booksCount: 0 })
  })

  it('that is deleted leaves its audio books, which say so, and makes forms of them stale', async () => {
    const id = await newSeries()
    const bookId = await addPart(id, '1', 'Stays')
    const params = { id: bookId }
    const before = await server.call(getAudioBook, { params })
    await server.call(deleteSeries, { params: { id } }, headers)
    const after = await server.call(getAudioBook, { params })
    expect(after).toMatchObject({ name: 'Stays', series: [] })
    const form = { Id: bookId, Name: 'Stays', UpdatedAt: before.updatedAt, Series: [{ id }] }
    expect(await server.attempt(updateAudioBook, { params, form }, headers)).toMatchObject({
      status: 409,
      codes: ['StaleRecord'],
    })
    expect(await server.attempt(getSeries, { params: { id } })).toMatchObject({ status: 404 })
  })

  it('keeps a description that is absent, and clears one that is empty', async () => {
    const id = await newSeries()
    const put = (body: { description?: string | null }) =>
      server.call(updateSeries, { params: { id }, body: { id, name: `Kept ${id}`, ...body } }, headers)
    expect(await put({ description: 'Kept\nlines' })).toMatchObject({ description: 'Kept\nlines' })
    expect(await put({})).toMatchObject({ description: 'Kept\nlines' })
    for (const empty of ['', ' ', null]) {
      await put({ description: 'Again' })
      expect(await put({ description: empty })).toMatchObject({ description: null })
    }
  })

  it('takes names of 500 letters in any direction', async () => {
    for (const name of ['‮' + 'ﷺ'.repeat(499), '長'.repeat(500), '🎧'.repeat(250), '!'.repeat(300)]) {
      const created = await server.attempt(createSeries, { body: { name } }, headers)
      expect([created.status, JSON.parse(created.body)]).toMatchObject([201, { name }])
    }
  })

  it.each([
    ['without a name', {}, 400, 'NameRequired', 'name'],
    ['with an invisible name', { name: ' \u200B' }, 400, 'NameRequired', 'name'],
    ['with a name of two lines', { name: 'a\nb' }, 400, 'InvalidBody', 'name'],
    ['with a long name', { name: 'x'.repeat(501) }, 400, 'InvalidBody', 'name'],
    [
      'with a bell in its description',
      { name: 'x', description: '\u0007' },
      400,
      'InvalidBody',
      'description',
    ],
    ['with the name of another in other letters', { name: 'tidés  OF time' }, 409, 'DuplicateName', 'name'],
  ])('%s is refused', async (_, body, status, code, field) => {
    const known = await server.attempt(createSeries, { body: { name: 'Tides of time' } }, headers)
    expect([201, 409]).toContain(known.status)
    const errors = [{ code, field }]
    expect(await server.attempt(createSeries, { body }, headers)).toMatchObject({ status, errors })
    const params = { id: await newSeries() }
    const replaced = { params, body: { ...params, ...body } }
    expect(await server.attempt(updateSeries, replaced, headers)).toMatchObject({ status, errors })
  })

  it('is not changed under another id, nor after another change', async () => {
    const id = await newSeries()
    const { updatedAt, name } = await read(id)
    const put = (body: object) =>
      server.attempt(updateSeries, { params: { id }, body: { id, name, ...body } }, headers)
    for (const other of [id + 1, undefined, null, '', `${id}`, -1])
      expect(await put({ id: other })).toMatchObject({ status: 400, codes: ['IdMismatch'] })
    expect(await put({ baseUpdatedAt: 'yesterday' })).toMatchObject({ status: 400, codes: ['InvalidBody'] })
    expect(await put({ baseUpdatedAt: updatedAt })).toMatchObject({ status: 200 })
    expect(await put({ baseUpdatedAt: updatedAt })).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    expect(await put({})).toMatchObject({ status: 200 })
  })
})
