import { type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BrowsedRecord, type BrowseFilters, createBrowseIndex } from './browse-index.ts'

const genre = fc.constantFrom('Crime', 'Essays', 'crime', '')
const language = fc.constantFrom('en', 'de', 'pt-BR', 'pt')
const seconds = fc.constantFrom(0, 59.5, 3599.999, 3600, 3600.001, 10_800, 36_000, 400_000)
const year = fc.constantFrom(0, 1871, 2024, 2025)
const creator = fc.integer({ min: 1, max: 4 })
const role = fc.constantFrom(...creditRoles)
const some = <T>(values: fc.Arbitrary<T>) => fc.uniqueArray(values, { maxLength: 3 })

const record: fc.Arbitrary<BrowsedRecord> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  genres: some(genre),
  language: fc.option(language),
  seconds: fc.option(seconds),
  year: fc.option(year),
  latestAt: fc.constant(null),
  seriesIds: some(creator),
  credits: fc.array(fc.record({ creatorId: creator, role }), { maxLength: 4 }),
})

const several = <T>(values: fc.Arbitrary<T>) => fc.uniqueArray(values, { minLength: 1, maxLength: 2 })
const filters: fc.Arbitrary<BrowseFilters> = fc.record(
  {
    genres: several(fc.oneof(genre, fc.constant('unknown'))),
    languages: several(fc.constantFrom('en', 'de', 'pt', 'fr')),
    minSeconds: seconds,
    maxSeconds: seconds,
    fromYear: year,
    toYear: year,
    seriesIds: several(fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Number.MAX_SAFE_INTEGER))),
    creatorIds: several(fc.integer({ min: 1, max: 6 })),
    roles: several(role),
    ids: some(fc.integer({ min: 1, max: 14 })),
  },
  { requiredKeys: [] },
)

const edits = fc.array(fc.oneof({ weight: 4, arbitrary: record }, fc.integer({ min: 1, max: 12 })), {
  maxLength: 40,
})

test('matches and counts agree with a naive count, whatever was put, replaced and removed', async () => {
  await fc.assert(
    fc.asyncProperty(edits, filters, async (steps, wanted) => {
      const index = createBrowseIndex()
      const records = new Map<number, BrowsedRecord>()
      for (const step of steps) {
        if (typeof step === 'number') {
          index.remove(step)
          records.delete(step)
        } else {
          index.put(step)
          records.set(step.id, step)
        }
      }
      const all = [...records.values()]
      const isMatch = index.matcher(wanted)
      const ids = Array.from({ length: 13 }, (_, id) => id)
      expect(ids.filter(isMatch)).toEqual(ids.filter((id) => naiveMatch(records.get(id), wanted)))
      expect(index.size).toBe(all.length)
      expect(await index.count(wanted)).toEqual(naiveCount(all, wanted))
    }),
  )
})

function naiveMatch(record: BrowsedRecord | undefined, wanted: BrowseFilters): boolean {
  if (!record) return false
  const { id, genres, language, seconds, year, seriesIds, credits } = record
  if (wanted.ids && !wanted.ids.includes(id)) return false
  if (wanted.genres && !wanted.genres.some((name) => genres.includes(name))) return false
  if (wanted.languages && !wanted.languages.includes(language?.split('-')[0] ?? '?')) return false
  if (wanted.minSeconds !== undefined && !(seconds !== null && seconds >= wanted.minSeconds)) return false
  if (wanted.maxSeconds !== undefined && !(seconds !== null && seconds <= wanted.maxSeconds)) return false
  if (wanted.fromYear !== undefined && !(year !== null && year >= wanted.fromYear)) return false
  if (wanted.toYear !== undefined && !(year !== null && year <= wanted.toYear)) return false
  if (wanted.seriesIds && !wanted.seriesIds.some((id) => seriesIds.includes(id))) return false
  if (!wanted.creatorIds) return true
  return credits.some(
    (credit) =>
      wanted.creatorIds?.includes(credit.creatorId) && (wanted.roles?.includes(credit.role) ?? true),
  )
}

function naiveCount(records: readonly BrowsedRecord[], wanted: BrowseFilters) {
  const { genres: _g, ...withoutGenres } = wanted
  const { languages: _l, ...withoutLanguages } = wanted
  const { minSeconds: _from, maxSeconds: _to, ...withoutLengths } = wanted
  const { fromYear: _first, toYear: _last, ...withoutYears } = wanted
  const { creatorIds: _c, roles: _r, ...withoutCreators } = wanted
  const among = (filters: BrowseFilters) => records.filter((record) => naiveMatch(record, filters))
  const withRole = (role: CreditRole) =>
    countEach(
      among(wanted.roles?.includes(role) ? withoutCreators : wanted).map(({ credits }) =>
        credits.filter((credit) => credit.role === role).map(({ creatorId }) => creatorId),
      ),
    )
  const hours = (from: number, to: number) =>
    among(withoutLengths).filter(
      ({ seconds }) => seconds !== null && seconds >= from * 3600 && seconds <= to * 3600,
    ).length
  return {
    genres: countEach(among(withoutGenres).map(({ genres }) => genres)),
    languages: countEach(
      among(withoutLanguages).map(({ language }) => (language ? [language.split('-')[0] as string] : [])),
    ),
    lengths: [
      { value: '0-1', count: hours(0, 1) },
      { value: '1-3', count: hours(1, 3) },
      { value: '3-10', count: hours(3, 10) },
      { value: '10-', count: hours(10, Infinity) },
    ],
    years: countEach(among(withoutYears).map(({ year }) => (year === null ? [] : [year]))),
    authors: withRole('Author'),
    readers: withRole('Reader'),
  }
}

/** In how many of the lists each value is. */
function countEach<Value extends string | number>(lists: readonly (readonly Value[])[]) {
  const counts = new Map<Value, number>()
  for (const list of lists) for (const value of new Set(list)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}
