import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBook, getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { type AudioBookFilters, getAudioBookFacets } from '@earmark/contract/browse.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { walks } from '../../testing/walks.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const nicknames = ['Ann', 'Ben', 'Cid']
const creators: number[] = []
for (const nickname of nicknames) creators.push(await makeCreator(server, { nickname }))

const role = fc.constantFrom('Author', 'Reader', 'Editor')
const genre = fc.constantFrom('Sea', 'sea', 'Æther', '% or _')
const fields = fc.record({
  Genres: fc.uniqueArray(genre, { maxLength: 3 }),
  Language: fc.constantFrom('', 'en', 'EN-us', 'pt-BR', 'pt', 'de', 'und-Latn'),
  PublishedYear: fc.constantFrom('', 0, 1931, 1999, 9999),
})
const book = fc.record({
  seconds: fc.constantFrom(null, 0, 3599, 3600, 10_800, 36_000, 36_001),
  fields,
  credits: fc.uniqueArray(fc.record({ creator: fc.nat(2), role }), {
    selector: (credit) => `${credit.creator} ${credit.role}`,
    maxLength: 4,
  }),
})

const filters = fc.record(
  {
    genre: fc.uniqueArray(fc.oneof(genre, fc.constant('unknown')), { minLength: 1, maxLength: 2 }),
    language: fc.uniqueArray(fc.constantFrom('en', 'PT', 'pt-BR', 'de', 'xx', 'und'), {
      minLength: 1,
      maxLength: 2,
    }),
    minSeconds: fc.constantFrom(0, 3600, 20_000),
    maxSeconds: fc.constantFrom(3599, 10_800, 36_000),
    fromYear: fc.constantFrom(0, 1931, 2000),
    toYear: fc.constantFrom(1930, 1999, 9999),
    creatorId: fc.uniqueArray(fc.constantFrom(...creators, 999_999), { minLength: 1, maxLength: 2 }),
    role: fc.uniqueArray(role, { minLength: 1, maxLength: 2 }),
    search: fc.constantFrom('book', '1', 'unknown'),
  },
  { requiredKeys: [] },
)

const orders = ['name', 'publishedYear', 'durationSeconds', 'author'] as const

type Filters = AudioBookFilters & { search?: string }
type Part = 'genre' | 'language' | 'length' | 'year' | 'creator' | 'search'

const primary = (tag: string) => tag.toLowerCase().split('-')[0]

/** The parts of the filters that a book does not match. */
function failing(one: AudioBook, wanted: Filters): Part[] {
  const { genre: genres, language: languages, creatorId, role: roles } = wanted
  const isWithin = (value: number | null, from = -1, to = Number.POSITIVE_INFINITY) =>
    value !== null && value >= from && value <= to
  const hasLength = wanted.minSeconds !== undefined || wanted.maxSeconds !== undefined
  const hasYears = wanted.fromYear !== undefined || wanted.toYear !== undefined
  const isMatch: Record<Part, boolean> = {
    genre: !genres || one.genres.some((name) => genres.includes(name)),
    language: !languages || languages.some((tag) => primary(tag) === primary(one.language ?? '?')),
    length: !hasLength || isWithin(one.durationSeconds, wanted.minSeconds, wanted.maxSeconds),
    year: !hasYears || isWithin(one.publishedYear, wanted.fromYear, wanted.toYear),
    creator:
      !creatorId ||
      one.credits.some(
        (credit) => creatorId.includes(credit.creator.id) && (!roles || roles.includes(credit.role)),
      ),
    search: !wanted.search || one.name.toLowerCase().split(' ').includes(wanted.search),
  }
  return (Object.keys(isMatch) as Part[]).filter((part) => !isMatch[part])
}

function counted<Value extends string | number>(values: readonly Value[]) {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, { length: count }]) => ({
    value,
    count,
  }))
  return counts.toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}

function facetsOf(books: readonly AudioBook[], wanted: Filters) {
  const without = (...own: Part[]) =>
    books.filter((one) => failing(one, wanted).every((part) => own.includes(part)))
  const ofRole = (name: 'Author' | 'Reader') =>
    counted(
      without(...(wanted.role?.includes(name) && wanted.creatorId ? (['creator'] as const) : [])).flatMap(
        ({ credits }) => [
          ...new Set(credits.filter((credit) => credit.role === name).map(({ creator }) => creator.id)),
        ],
      ),
    ).map(({ value, count }) => ({ value, name: nicknames[creators.indexOf(value)], count }))
  const lengths = { '0-1': [0, 1], '1-3': [1, 3], '3-10': [3, 10], '10-': [10, Number.POSITIVE_INFINITY] }
  return {
    genres: counted(without('genre').flatMap(({ genres }) => genres)),
    languages: counted(without('language').flatMap(({ language }) => language?.split('-')[0] ?? [])),
    lengths: Object.entries(lengths).map(([value, [from = 0, to = 0]]) => ({
      value,
      count: without('length').filter(
        ({ durationSeconds: seconds }) => seconds !== null && seconds >= from * 3600 && seconds <= to * 3600,
      ).length,
    })),
    years: counted(without('year').flatMap(({ publishedYear }) => publishedYear ?? [])),
    authors: ofRole('Author'),
    readers: ofRole('Reader'),
  }
}

const valueOf: Record<(typeof orders)[number], (book: AudioBook) => string | number | null> = {
  name: ({ name }) => name,
  publishedYear: ({ publishedYear }) => publishedYear,
  durationSeconds: ({ durationSeconds }) => durationSeconds,
  author: ({ authors }) => authors[0]?.nickname ?? null,
}

/** Missing values last, whatever the direction. */
function isOrdered(values: readonly (string | number | null)[], sortOrder: 'asc' | 'desc'): boolean {
  const present = values.filter((value) => value !== null)
  if (values.slice(0, present.length).includes(null)) return false
  const up = sortOrder === 'asc' ? present : present.toReversed()
  return up.every((value, at) => at === 0 || (up[at - 1] as typeof value) <= value)
}

async function read(id: number): Promise<AudioBook> {
  return await server.call(getAudioBook, { params: { id } })
}

it('filters, facets and orders agree with a naive count, whatever editors have written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(book, { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ at: fc.nat(), fields, isDeleted: fc.boolean() }), { maxLength: 3 }),
      fc.array(filters, { minLength: 1, maxLength: 4 }),
      async (books, edits, queries) => {
        const ids: number[] = []
        for (const { seconds, fields: form, credits } of books) {
          const id =
            seconds === null
              ? (
                  JSON.parse(
                    (await attempt(createAudioBook, { form: { Name: `Book ${ids.length}`, ...form } })).body,
                  ) as AudioBook
                ).id
              : await makeAudioBook(server, { name: `Book ${ids.length}`, audio: soundOf(seconds) })
          if (seconds !== null) {
            const { audioUrl } = await read(id)
            await attempt(updateAudioBook, {
              params: { id },
              form: { Id: id, Name: `Book ${ids.length}`, AudioUrl: audioUrl, ...form },
            })
          }
          const { updatedAt } = await read(id)
          const body = {
            credits: credits.map((credit) => ({ creatorId: creators[credit.creator], role: credit.role })),
            baseUpdatedAt: updatedAt,
          }
          await attempt(replaceAudioBookCredits, { params: { id }, body })
          ids.push(id)
        }
        for (const { at, fields: form, isDeleted } of edits) {
          const id = ids[at % ids.length]
          if (id === undefined) continue
          if (isDeleted) ids.splice(at % ids.length, 1)
          const { name, audioUrl } = await read(id)
          if (isDeleted) await attempt(deleteAudioBook, { params: { id } })
          else
            await attempt(updateAudioBook, {
              params: { id },
              form: { Id: id, Name: name, AudioUrl: audioUrl, ...form },
            })
        }
        const shown = await Promise.all(ids.map(read))
        for (const wanted of queries) await expectAgreement(shown, wanted)
        for (const id of ids) await attempt(deleteAudioBook, { params: { id } })
      },
    ),
    { numRuns: walks(8) },
  )
})

async function attempt(...[endpoint, input]: Parameters<typeof server.attempt>) {
  const answer = await server.attempt(endpoint, input, headers)
  expect(answer.errors).toEqual([])
  return answer
}

async function expectAgreement(shown: readonly AudioBook[], wanted: Filters): Promise<void> {
  const facets = await server.call(getAudioBookFacets, { querystring: wanted })
  expect(facets).toEqual(facetsOf(shown, wanted))
  const matching = shown.filter((one) => failing(one, wanted).length === 0)
  const page = { pageNumber: 1, pageSize: 100, search: '' }
  for (const sortBy of orders)
    for (const sortOrder of ['asc', 'desc'] as const) {
      const querystring = { ...page, sortBy, sortOrder, ...wanted }
      const { items, totalCount } = await server.call(pageAudioBooks, { querystring })
      expect(new Set(items.map(({ id }) => id))).toEqual(new Set(matching.map(({ id }) => id)))
      expect(totalCount).toBe(matching.length)
      expect(isOrdered(items.map(valueOf[sortBy]), sortOrder)).toBe(true)
    }
}
