import { type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import { createNumberLists } from './number-lists.ts'

/**
 * What the public records of a kind are browsed by, in memory: one pass over 100 000 of them finds the matches of all
 * filters and counts every facet in a few milliseconds, where a database groups for a second.
 */

/** The fields of a record that filters, facets and orders read. */
export interface BrowsedRecord {
  readonly id: number
  readonly genres: readonly string[]
  /** A canonical tag, BCP 47. */
  readonly language: string | null
  readonly seconds: number | null
  readonly year: number | null
  /** Of a podcast: when its latest episode was published, in epoch milliseconds. */
  readonly latestAt: number | null
  readonly seriesIds: readonly number[]
  readonly credits: readonly { readonly creatorId: number; readonly role: CreditRole }[]
}

/** Of several values of one filter any may match; bounds are inclusive; records without the value do not match. */
export interface BrowseFilters {
  readonly genres?: readonly string[]
  /** Primary language subtags. */
  readonly languages?: readonly string[]
  readonly minSeconds?: number
  readonly maxSeconds?: number
  readonly fromYear?: number
  readonly toYear?: number
  readonly seriesIds?: readonly number[]
  readonly creatorIds?: readonly number[]
  /** Of the creators; any role unless given. */
  readonly roles?: readonly CreditRole[]
}

export interface FacetValue<Value> {
  readonly value: Value
  readonly count: number
}

/** Counted with all filters applied but the facet's own; the most frequent values first. */
export interface FacetCounts {
  readonly genres: FacetValue<string>[]
  readonly languages: FacetValue<string>[]
  readonly lengths: FacetValue<string>[]
  readonly years: FacetValue<number>[]
  /** Ids of creators. */
  readonly authors: FacetValue<number>[]
  readonly readers: FacetValue<number>[]
}

/** What records are ordered by. */
export type BrowseOrder = 'seconds' | 'year' | 'latestAt' | 'firstAuthor'

export interface BrowseIndex {
  readonly size: number
  /** Whether the record is there, which is public. */
  has(id: number): boolean
  /** Adds or replaces. */
  put(record: BrowsedRecord): void
  remove(id: number): void
  /** Whether the record matches, by id. */
  matcher(filters: BrowseFilters): (id: number) => boolean
  count(filters: BrowseFilters): FacetCounts
  /** Every genre with the number of its records. */
  genres(): FacetValue<string>[]
  /** The value by which a record is ordered: a creator's id for the first author; NaN for none. */
  valuesOf(order: BrowseOrder): { readonly ids: readonly number[]; readonly values: readonly number[] }
}

/** Hours. Both bounds belong to a range, as in the filters that it stands for. */
const lengthRanges = [
  { value: '0-1', isMatch: within(undefined, 3600) },
  { value: '1-3', isMatch: within(3600, 3 * 3600) },
  { value: '3-10', isMatch: within(3 * 3600, 10 * 3600) },
  { value: '10-', isMatch: within(10 * 3600, undefined) },
] as const

const mostValues = 100
const maxYear = 9999

/** One bit for each filter that a record fails. */
const failed = { genre: 1, language: 2, length: 4, year: 8, series: 16, creator: 32 } as const

const roleBits = 4
const roleMask = (1 << roleBits) - 1
const author = creditRoles.indexOf('Author')
const reader = creditRoles.indexOf('Reader')

export function createBrowseIndex(): BrowseIndex {
  const slots = new Map<number, number>()
  const freeSlots: number[] = []
  const ids: number[] = []
  const languages: number[] = []
  const seconds: number[] = []
  const years: number[] = []
  const latest: number[] = []
  const firstAuthors: number[] = []
  const columns = { seconds, year: years, latestAt: latest, firstAuthor: firstAuthors }
  const genres = createNumberLists()
  const series = createNumberLists()
  /** A creator's number and a role. */
  const credits = createNumberLists()
  const genreNames = createNumbering<string>()
  const languageTags = createNumbering<string>()
  const creatorIds = createNumbering<number>()

  function put(record: BrowsedRecord): void {
    const slot = slots.get(record.id) ?? freeSlots.pop() ?? ids.length
    slots.set(record.id, slot)
    ids[slot] = record.id
    languages[slot] = record.language === null ? -1 : languageTags.numberOf(primaryTag(record.language))
    seconds[slot] = record.seconds ?? Number.NaN
    years[slot] = record.year ?? Number.NaN
    latest[slot] = record.latestAt ?? Number.NaN
    firstAuthors[slot] = record.credits.find(({ role }) => role === 'Author')?.creatorId ?? Number.NaN
    genres.set(
      slot,
      record.genres.map((name) => genreNames.numberOf(name)),
    )
    series.set(slot, record.seriesIds)
    const parts = record.credits.map(
      ({ creatorId, role }) => (creatorIds.numberOf(creatorId) << roleBits) | creditRoles.indexOf(role),
    )
    credits.set(slot, [...new Set(parts)])
  }

  function remove(id: number): void {
    const slot = slots.get(id)
    if (slot === undefined) return
    slots.delete(id)
    freeSlots.push(slot)
    ids[slot] = 0
  }

  /** The filters that a slot fails, as bits. */
  function failing(filters: BrowseFilters): (slot: number) => number {
    const tests: ((slot: number) => number)[] = []
    const test = (bit: number, isMatch: (slot: number) => boolean) =>
      tests.push((slot) => (isMatch(slot) ? 0 : bit))
    const { minSeconds, maxSeconds, fromYear, toYear } = filters
    if (filters.genres) {
      const wanted = new Set(filters.genres.map(genreNames.find))
      test(failed.genre, (slot) => genres.some(slot, (genre) => wanted.has(genre)))
    }
    if (filters.languages) {
      const wanted = new Set(filters.languages.map(languageTags.find))
      test(failed.language, (slot) => wanted.has(languages[slot] as number))
    }
    if (minSeconds !== undefined || maxSeconds !== undefined) {
      const isWithin = within(minSeconds, maxSeconds)
      test(failed.length, (slot) => isWithin(seconds[slot] as number))
    }
    if (fromYear !== undefined || toYear !== undefined) {
      const isWithin = within(fromYear, toYear)
      test(failed.year, (slot) => isWithin(years[slot] as number))
    }
    if (filters.seriesIds) {
      const wanted = new Set(filters.seriesIds)
      test(failed.series, (slot) => series.some(slot, (id) => wanted.has(id)))
    }
    if (filters.creatorIds) {
      const wanted = new Set(filters.creatorIds.map(creatorIds.find))
      const roles = filters.roles && new Set(filters.roles.map((role) => creditRoles.indexOf(role)))
      const isMatch = (credit: number) =>
        wanted.has(credit >> roleBits) && (!roles || roles.has(credit & roleMask))
      test(failed.creator, (slot) => credits.some(slot, isMatch))
    }
    return (slot) => {
      let bits = 0
      for (const bitOf of tests) bits |= bitOf(slot)
      return bits
    }
  }

  function matcher(filters: BrowseFilters): (id: number) => boolean {
    const failingOf = failing(filters)
    return (id) => {
      const slot = slots.get(id)
      return slot !== undefined && failingOf(slot) === 0
    }
  }

  function count(filters: BrowseFilters): FacetCounts {
    const failingOf = failing(filters)
    const ofGenres = new Uint32Array(genreNames.size)
    const ofLanguages = new Uint32Array(languageTags.size)
    const ofYears = new Uint32Array(maxYear + 1)
    const ofAuthors = new Uint32Array(creatorIds.size)
    const ofReaders = new Uint32Array(creatorIds.size)
    const ofLengths = new Uint32Array(lengthRanges.length)
    const failedBy = (role: CreditRole) => (filters.roles?.includes(role) ? failed.creator : 0)
    const inAuthors = ~failedBy('Author')
    const inReaders = ~failedBy('Reader')

    for (const slot of slots.values()) {
      const bits = failingOf(slot)
      if ((bits & ~failed.genre) === 0) genres.each(slot, (genre) => increment(ofGenres, genre))
      if ((bits & ~failed.language) === 0) increment(ofLanguages, languages[slot] as number)
      if ((bits & ~failed.year) === 0) increment(ofYears, years[slot] as number)
      if ((bits & ~failed.length) === 0)
        lengthRanges.forEach((range, at) => {
          if (range.isMatch(seconds[slot] as number)) increment(ofLengths, at)
        })
      const isAuthors = (bits & inAuthors) === 0
      const isReaders = (bits & inReaders) === 0
      if (isAuthors || isReaders)
        credits.each(slot, (credit) => {
          const role = credit & roleMask
          if (isAuthors && role === author) increment(ofAuthors, credit >> roleBits)
          if (isReaders && role === reader) increment(ofReaders, credit >> roleBits)
        })
    }
    return {
      genres: mostFrequent(ofGenres, genreNames.valueOf),
      languages: mostFrequent(ofLanguages, languageTags.valueOf),
      lengths: lengthRanges.map(({ value }, at) => ({ value, count: ofLengths[at] as number })),
      years: mostFrequent(ofYears, (year) => year),
      authors: mostFrequent(ofAuthors, creatorIds.valueOf),
      readers: mostFrequent(ofReaders, creatorIds.valueOf),
    }
  }

  function countGenres(): FacetValue<string>[] {
    const counts = new Uint32Array(genreNames.size)
    for (const slot of slots.values()) genres.each(slot, (genre) => increment(counts, genre))
    return valuesWithCounts(counts, genreNames.valueOf)
  }

  return {
    get size() {
      return slots.size
    },
    has: (id) => slots.has(id),
    put,
    remove,
    matcher,
    count,
    genres: countGenres,
    valuesOf(order) {
      const taken = [...slots.values()]
      const column = columns[order]
      return {
        ids: taken.map((slot) => ids[slot] as number),
        values: taken.map((slot) => column[slot] as number),
      }
    },
  }
}

/** NaN is within no bounds. */
function within(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): (value: number) => boolean {
  return (value) => value >= from && value <= to
}

function primaryTag(language: string): string {
  return language.split('-', 1)[0] as string
}

/** Without effect outside of the array, as for records without the value. */
function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

function valuesWithCounts<Value>(
  counts: Uint32Array,
  valueOf: (number: number) => Value,
): FacetValue<Value>[] {
  const found: FacetValue<Value>[] = []
  counts.forEach((count, number) => {
    if (count > 0) found.push({ value: valueOf(number), count })
  })
  return found
}

function mostFrequent<Value extends string | number>(
  counts: Uint32Array,
  valueOf: (number: number) => Value,
): FacetValue<Value>[] {
  const found = valuesWithCounts(counts, valueOf)
  found.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  return found.slice(0, mostValues)
}

/** Numbers from 0 for values, in the order in which they come. */
function createNumbering<Value>() {
  const numbers = new Map<Value, number>()
  const values: Value[] = []
  return {
    get size() {
      return values.length
    },
    numberOf(value: Value): number {
      const known = numbers.get(value)
      if (known !== undefined) return known
      numbers.set(value, values.length)
      return values.push(value) - 1
    },
    find: (value: Value): number | undefined => numbers.get(value),
    valueOf: (number: number): Value => values[number] as Value,
  }
}
