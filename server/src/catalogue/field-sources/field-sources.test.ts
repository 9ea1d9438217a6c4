import * as bookEdits from '@earmark/contract/audio-book-edits.ts'
import { editInBulk } from '@earmark/contract/bulk-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { deleteCreator, mergeCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { type EditedAudioBookDetail, getEditedAudioBook } from '@earmark/contract/edited-records.ts'
import {
  type BookFields,
  getAudioBookFields,
  releaseAudioBookField,
} from '@earmark/contract/field-sources.ts'
import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'
import { deleteSeries, updateSeries } from '@earmark/contract/series-edits.ts'
import { searchAll } from '@earmark/contract/search.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { applyLook, fileValues, makeImportedBook, plannedFields } from '../../testing/imported-books.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeSeries } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { listBookValues } from '../book-values/book-values.queries.ts'
import { listHandFields } from '../book-values/field-sources.queries.ts'
import { listAmbiguousNames } from './write-book-values.ts'

const server = await forAllTests(startTestServer())
const { connection } = server.deps.db
const editor = await makePerson(server, 'Editor')
const { headers } = editor
const otherSeries = await makeSeries(server, 'Harbours')

const fieldsOf = (id: number) => server.call(getAudioBookFields, { params: { id } }, headers)
const bookOf = (id: number) => server.call(getEditedAudioBook, { params: { id } }, headers)
const valuesOf = async (id: number) => (await listBookValues(connection, [id])).get(id)
const lockedIn = (fields: BookFields) => fieldNames.filter((name) => fields[name].source === 'Hand')
const lockedOf = async (id: number) => lockedIn(await fieldsOf(id))

async function replace(id: number, form: object): Promise<void> {
  const { name, description } = await bookOf(id)
  const same = { Id: id, Name: name, ...(description !== null && { Description: description }) }
  await server.call(bookEdits.updateAudioBook, { params: { id }, form: { ...same, ...form } }, headers)
}

const creditsOf = ({ credits }: EditedAudioBookDetail) =>
  credits.map(({ creator, role, as }) => ({ creatorId: creator.id, role, as }))

async function replaceCredits(id: number, change: (book: EditedAudioBookDetail) => object[]): Promise<void> {
  const book = await bookOf(id)
  const body = { credits: change(book), baseUpdatedAt: book.updatedAt }
  const { status } = await server.attempt(replaceAudioBookCredits, { params: { id }, body }, headers)
  expect(status).toBe(200)
}

const bulk = (id: number, changes: object) =>
  server.call(editInBulk, { body: { kind: 'AudioBook', ids: [id], changes } }, headers)

const firstAuthor = async (id: number) => (await bookOf(id)).authors[0]?.id ?? 0
const seriesIdOf = async (id: number) => (await bookOf(id)).series[0]?.id ?? 0

/** Names of people and series are those of one book, or the tests would change each other's. */
let books = 0
async function makeBook(): Promise<number> {
  books += 1
  const named = (name: string) => `${name} ${books}`
  return await makeImportedBook(server, {
    ...fileValues,
    authors: fileValues.authors.map(named),
    narrators: fileValues.narrators.map(named),
    series: named(fileValues.series),
  })
}

interface Edit {
  readonly name: string
  readonly locks: readonly FieldName[]
  readonly make: (id: number) => Promise<unknown>
}

const edits: readonly Edit[] = [
  { name: 'a form that changes nothing', locks: [], make: (id) => replace(id, {}) },
  { name: 'another name', locks: ['title'], make: (id) => replace(id, { Name: 'Keeper' }) },
  { name: 'another subtitle', locks: ['subtitle'], make: (id) => replace(id, { Subtitle: 'Mine' }) },
  { name: 'no subtitle', locks: ['subtitle'], make: (id) => replace(id, { Subtitle: '' }) },
  { name: 'another year', locks: ['publishedYear'], make: (id) => replace(id, { PublishedYear: 2001 }) },
  { name: 'no year', locks: ['publishedYear'], make: (id) => replace(id, { PublishedYear: '' }) },
  { name: 'another language', locks: ['language'], make: (id) => replace(id, { Language: 'de' }) },
  { name: 'the same language in capitals', locks: [], make: (id) => replace(id, { Language: 'EN' }) },
  { name: 'no language', locks: ['language'], make: (id) => replace(id, { Language: '' }) },
  { name: 'another publisher', locks: ['publisher'], make: (id) => replace(id, { Publisher: 'Mole' }) },
  { name: 'no publisher', locks: ['publisher'], make: (id) => replace(id, { Publisher: '' }) },
  { name: 'another description', locks: ['description'], make: (id) => replace(id, { Description: 'x' }) },
  { name: 'no description', locks: ['description'], make: (id) => replace(id, { Description: '' }) },
  { name: 'genres', locks: [], make: (id) => replace(id, { Genres: ['Sea'] }) },
  {
    name: 'another series with the same sequence',
    locks: ['series'],
    make: (id) => replace(id, { Series: [{ id: otherSeries, sequence: '3' }] }),
  },
  {
    name: 'another sequence',
    locks: ['sequence'],
    make: async (id) => replace(id, { Series: [{ id: await seriesIdOf(id), sequence: '4' }] }),
  },
  {
    name: 'no sequence',
    locks: ['sequence'],
    make: async (id) => replace(id, { Series: [{ id: await seriesIdOf(id), sequence: null }] }),
  },
  { name: 'no series', locks: ['series', 'sequence'], make: (id) => replace(id, { Series: '[]' }) },
  {
    name: 'two at once',
    locks: ['title', 'publisher'],
    make: (id) => replace(id, { Name: 'Keeper', Publisher: 'Mole' }),
  },
  { name: 'the same credits', locks: [], make: (id) => replaceCredits(id, creditsOf) },
  {
    name: 'authors in another order',
    locks: ['authors'],
    make: (id) =>
      replaceCredits(id, (book) => {
        const [first, second, ...others] = creditsOf(book)
        return [second, first, ...others] as object[]
      }),
  },
  {
    name: 'no authors',
    locks: ['authors'],
    make: (id) => replaceCredits(id, (book) => creditsOf(book).filter(({ role }) => role !== 'Author')),
  },
  {
    name: 'a translator more',
    locks: [],
    make: (id) =>
      replaceCredits(id, (book) => [
        ...creditsOf(book),
        { creatorId: book.authors[0]?.id, role: 'Translator', as: null },
      ]),
  },
  { name: 'no credits', locks: ['authors', 'narrators'], make: (id) => replaceCredits(id, () => []) },
  {
    name: 'a reader more',
    locks: ['narrators'],
    make: async (id) => {
      const params = { id, readerId: await firstAuthor(id) }
      await server.call(bookEdits.addAudioBookReader, { params }, headers)
    },
  },
  {
    name: 'a reader less',
    locks: ['narrators'],
    make: async (id) => {
      const params = { id, readerId: (await bookOf(id)).readers[0]?.id ?? 0 }
      await server.call(bookEdits.removeAudioBookReader, { params }, headers)
    },
  },
  { name: 'a language of many', locks: ['language'], make: (id) => bulk(id, { language: 'fr' }) },
  { name: 'no language of many', locks: ['language'], make: (id) => bulk(id, { language: null }) },
  { name: 'the same language of many', locks: [], make: (id) => bulk(id, { language: 'en' }) },
  { name: 'a genre of many', locks: [], make: (id) => bulk(id, { addGenres: ['Sea'] }) },
  { name: 'a series of many', locks: ['series'], make: (id) => bulk(id, { seriesId: otherSeries }) },
  {
    name: 'an author of many',
    locks: ['authors'],
    make: async (id) => {
      const creatorId = await makeCreator(server, { nickname: 'Of many' })
      await bulk(id, { addCredits: [{ creatorId, role: 'Author', as: null }] })
    },
  },
  {
    name: 'another name of a person',
    locks: ['authors'],
    make: async (id) => {
      const creatorId = await firstAuthor(id)
      const body = { id: creatorId, nickname: 'Renamed' }
      await server.call(updateCreator, { params: { id: creatorId }, body }, headers)
    },
  },
  {
    name: 'a person merged into another',
    locks: ['authors'],
    make: async (id) => {
      const into = await makeCreator(server, { nickname: 'The other' })
      await server.call(mergeCreator, { params: { id: await firstAuthor(id) }, body: { into } }, headers)
    },
  },
  {
    name: 'the removal of a person',
    locks: ['authors'],
    make: async (id) => server.call(deleteCreator, { params: { id: await firstAuthor(id) } }, headers),
  },
  {
    name: 'another name of a series',
    locks: ['series'],
    make: async (id) => {
      const seriesId = await seriesIdOf(id)
      const body = { id: seriesId, name: `Renamed ${seriesId}` }
      await server.call(updateSeries, { params: { id: seriesId }, body }, headers)
    },
  },
  {
    name: 'the removal of a series',
    locks: ['series', 'sequence'],
    make: async (id) => server.call(deleteSeries, { params: { id: await seriesIdOf(id) } }, headers),
  },
]

describe.each(edits)('$name', ({ locks, make }) => {
  it(`locks ${locks.join(' and ') || 'nothing'}, which the next look leaves as it is`, async () => {
    const id = await makeBook()
    await make(id)
    const before = await valuesOf(id)
    const fields = await fieldsOf(id)

    expect(lockedIn(fields).toSorted()).toEqual([...locks].toSorted())
    expect((await listHandFields(connection, [id])).get(id)?.toSorted()).toEqual(
      locks.length > 0 ? [...locks].toSorted() : undefined,
    )
    for (const field of locks) {
      expect(fields[field]).toMatchObject({ value: before?.[field], setBy: editor.account.name })
      expect(fields[field].others).toMatchObject([{ source: 'Tags' }])
      expect(Date.parse(fields[field].setAt ?? '')).toBe(server.time.now)
    }

    await applyLook(server, id, { fields: plannedFields(otherValues), moreSeries: [] })
    const after = await valuesOf(id)
    for (const field of fieldNames)
      expect([field, after?.[field]]).toEqual([
        field,
        locks.includes(field) ? before?.[field] : otherValues[field],
      ])
  })
})

const otherValues: Record<FieldName, FieldValue> = {
  title: 'Next title',
  subtitle: 'Next subtitle',
  authors: ['Next Author'],
  narrators: ['Next Reader', 'Second Reader'],
  series: 'Next series',
  sequence: '9.5',
  publishedYear: 2020,
  language: 'pt-BR',
  publisher: 'Next publisher',
  description: 'Next description',
}

describe('the origin of fields', () => {
  it('is the file that says it, with what others say, and is nobody’s where nothing says anything', async () => {
    const id = await makeImportedBook(server, {
      title: [
        { source: 'Opf', value: 'By the package' },
        { source: 'Folder', value: 'By the folder' },
      ],
    })
    const answer = await server.attempt(getAudioBookFields, { params: { id } }, headers)
    expect(answer.headers['cache-control']).toBe('no-store')
    const fields = JSON.parse(answer.body) as BookFields
    expect(Object.keys(fields)).toEqual([...fieldNames])
    expect(fields.title).toEqual({
      value: 'By the package',
      source: 'Opf',
      others: [{ source: 'Folder', value: 'By the folder' }],
    })
    expect(fields.authors).toEqual({ value: [], source: 'None', others: [] })
    expect(fields.publishedYear).toEqual({ value: null, source: 'None', others: [] })
  })

  it('is an editor’s of a book without import, and nobody’s of its empty fields', async () => {
    const readerIds = [await makeCreator(server, { nickname: 'Ines' })]
    const id = await makeAudioBook(server, { name: 'Typed', publishedYear: 1931, readerIds })
    await replace(id, { Name: 'Typed again' })
    const fields = await fieldsOf(id)
    expect(lockedIn(fields)).toEqual(['title', 'narrators', 'publishedYear'])
    expect(fields.narrators).toEqual({ value: ['Ines'], source: 'Hand', others: [] })
    expect(fields.subtitle).toEqual({ value: null, source: 'None', others: [] })
    const refused = await release(id, 'title')
    expect([refused.status, refused.codes]).toEqual([409, ['NoOtherValue']])
    expect(
      await connection.selectFrom('field_sources').where('audio_book_id', '=', id).selectAll().execute(),
    ).toEqual([])
  })

  it('goes on without the name of an editor whose account is gone', async () => {
    const id = await makeImportedBook(server)
    const leaving = await makePerson(server, 'Editor')
    const form = { Id: id, Name: 'By one who leaves' }
    await server.call(bookEdits.updateAudioBook, { params: { id }, form }, leaving.headers)
    expect((await fieldsOf(id)).title.setBy).toBe(leaving.account.name)
    await connection.deleteFrom('users').where('id', '=', leaving.account.id).execute()
    const { title } = await fieldsOf(id)
    expect(title).toMatchObject({ source: 'Hand', value: 'By one who leaves' })
    expect(title).not.toHaveProperty('setBy')
  })

  it('goes with its book', async () => {
    const id = await makeImportedBook(server)
    await server.call(bookEdits.deleteAudioBook, { params: { id } }, headers)
    const rows = connection.selectFrom('field_sources').where('audio_book_id', '=', id).selectAll()
    expect(await rows.execute()).toEqual([])
  })

  it.each([
    ['GET', getAudioBookFields],
    ['DELETE', releaseAudioBookField],
  ] as const)(
    'is not there (%s) for a book that is not there, and for no listener',
    async (_method, endpoint) => {
      const listener = await makePerson(server)
      const params = { id: 999_999, field: 'title' }
      const refused = await server.attempt(endpoint, { params }, headers)
      expect([refused.status, refused.codes]).toEqual([404, ['NotFound']])
      expect((await server.attempt(endpoint, { params }, listener.headers)).status).toBe(403)
      expect((await server.attempt(endpoint, { params })).status).toBe(401)
    },
  )
})

const release = (id: number, field: string) =>
  server.attempt(releaseAudioBookField, { params: { id, field } }, headers)

describe('giving a field back to the files', () => {
  it.each(fieldNames)('writes what they say now of %s, and follows them from then on', async (field) => {
    const id = await makeImportedBook(server)
    await replace(id, {
      Name: 'x',
      Subtitle: 'x',
      PublishedYear: 1,
      Language: 'de',
      Publisher: 'x',
      Description: 'x',
      Series: [{ id: otherSeries, sequence: '1' }],
    })
    await replaceCredits(id, () => [])
    expect(await lockedOf(id)).toEqual([...fieldNames])
    await applyLook(server, id, { fields: plannedFields(otherValues) })
    const before = await valuesOf(id)

    const answer = await release(id, field)
    expect(answer.status).toBe(200)
    const after = await valuesOf(id)
    expect(after).toEqual({ ...before, [field]: otherValues[field] })
    expect(JSON.parse(answer.body)).toEqual(await bookOf(id))
    expect(await lockedOf(id)).toEqual(fieldNames.filter((name) => name !== field))
    expect((await fieldsOf(id))[field]).toEqual({ value: otherValues[field], source: 'Tags', others: [] })

    await applyLook(server, id, { fields: plannedFields(fileValues) })
    expect(await valuesOf(id)).toEqual({ ...before, [field]: fileValues[field] })
  })

  it('is refused where no file says anything, and the field stays an editor’s', async () => {
    const id = await makeImportedBook(server, { title: 'Only this' })
    await replace(id, { Publisher: 'Mine' })
    const refused = await release(id, 'publisher')
    expect([refused.status, refused.codes]).toEqual([409, ['NoOtherValue']])
    expect((await fieldsOf(id)).publisher).toMatchObject({ value: 'Mine', source: 'Hand', others: [] })
  })

  it('is refused of a sequence without series', async () => {
    const id = await makeBook()
    await replace(id, { Series: '[]' })
    expect((await release(id, 'sequence')).codes).toEqual(['NoOtherValue'])
    expect((await release(id, 'series')).status).toBe(200)
    expect((await release(id, 'sequence')).status).toBe(200)
    expect(await valuesOf(id)).toMatchObject({ sequence: '3' })
  })

  it('says that a field that there is not is not found', async () => {
    expect((await release(await makeBook(), 'cover')).status).toBe(404)
  })
})

describe('an applied look', () => {
  it('locks what an editor has set in the review, with who did', async () => {
    const id = await makeImportedBook(server)
    const hand = {
      source: 'Hand' as const,
      value: 'In the review',
      others: [{ source: 'Tags' as const, value: 'x' }],
    }
    await applyLook(server, id, { fields: { ...plannedFields(fileValues), title: hand } }, editor.account.id)
    expect((await fieldsOf(id)).title).toEqual({
      ...hand,
      setAt: new Date(server.time.now).toISOString(),
      setBy: editor.account.name,
    })
  })

  it('leaves a field that an editor has changed since the look', async () => {
    const id = await makeImportedBook(server)
    const planned = plannedFields(otherValues)
    await replace(id, { Name: 'Typed meanwhile' })
    await applyLook(server, id, { fields: planned })
    expect(await valuesOf(id)).toEqual({ ...otherValues, title: 'Typed meanwhile' })
    expect((await fieldsOf(id)).title.others).toEqual([{ source: 'Tags', value: 'Next title' }])
  })

  it('keeps other credits, the names of those who stay, and people of the same folded name', async () => {
    const id = await makeBook()
    const [ada] = (await bookOf(id)).authors
    await connection
      .updateTable('credits')
      .set({ as_name: 'A. V.' })
      .where('audio_book_id', '=', id)
      .where('creator_id', '=', ada?.id ?? 0)
      .execute()
    const translator = await makeCreator(server, { nickname: 'Translator' })
    await replaceCredits(id, (book) => [
      { creatorId: translator, role: 'Translator', as: null },
      ...creditsOf(book),
    ])
    const authors = ['Someone new', ada?.nickname.toUpperCase() ?? '']
    await applyLook(server, id, { fields: { ...plannedFields(fileValues), ...plannedFields({ authors }) } })
    const { credits } = await bookOf(id)
    expect(credits.map(({ creator, role, as }) => [creator.nickname, role, as])).toEqual([
      ['Translator', 'Translator', null],
      ['Someone new', 'Author', null],
      [ada?.nickname, 'Author', 'A. V.'],
    ])
  })

  it('takes the first of two people of one name, and tells of such names', async () => {
    const twins = [
      await makeCreator(server, { nickname: 'Twin' }),
      await makeCreator(server, { nickname: 'TWIN' }),
    ]
    const id = await makeImportedBook(server, { title: 'By a twin', authors: ['twin'], narrators: ['Twin'] })
    const { authors, readers } = await bookOf(id)
    expect([...authors, ...readers].map((creator) => creator.id)).toEqual([twins[0], twins[0]])
    expect(await listAmbiguousNames(connection, ['Nobody', 'twín'])).toEqual(['twín'])
  })

  it('puts further series behind the first, and leaves those that an editor has put together', async () => {
    const id = await makeImportedBook(server, { ...fileValues, series: 'Cycle' })
    const names = async () => (await bookOf(id)).series.map(({ name, sequence }) => [name, sequence])
    const fields = plannedFields({ ...fileValues, series: 'Cycle' })
    await applyLook(server, id, {
      fields,
      moreSeries: [
        { name: 'World', sequence: '12' },
        { name: 'cycle', sequence: null },
      ],
    })
    expect(await names()).toEqual([
      ['Cycle', '3'],
      ['World', '12'],
    ])
    await bulk(id, { seriesId: otherSeries })
    await applyLook(server, id, { fields, moreSeries: [] })
    expect(await names()).toEqual([
      ['Cycle', '3'],
      ['World', '12'],
      ['Harbours', null],
    ])
  })

  it('is found by its new texts, and moves the time of the last change', async () => {
    const id = await makeImportedBook(server)
    const { updatedAt } = await bookOf(id)
    const authors = ['Zephyrine Quill']
    await applyLook(server, id, {
      fields: plannedFields({ title: 'Xylophones', authors, series: 'Quartzes' }),
    })
    expect(Date.parse((await bookOf(id)).updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
    for (const search of ['xylophones', 'zephyrine', 'quartzes']) {
      const found = await server.attempt(searchAll, { querystring: { search } })
      expect([search, found.body]).toEqual([search, expect.stringContaining(`"Xylophones"`)])
    }
    const person = await server.attempt(searchAll, { querystring: { search: 'zephyrine' } })
    expect(person.body).toContain('"nickname":"Zephyrine Quill"')
  })
})
