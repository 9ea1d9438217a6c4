import { type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import {
  type FacetCounts,
  type FacetValue,
  increment,
  lengthRanges,
  mostFrequent,
  valuesWithCounts,
} from './facet-counts.ts'
import { among, createNumberLists } from './number-lists.ts'

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
  /** The records that a search finds. */
  readonly ids?: readonly number[]
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
  /** In slices: what is put or removed meanwhile may be counted or not. */
  count(filters: BrowseFilters): Promise<FacetCounts>
  /** Every genre with the number of its records. */
  genres(): FacetValue<string>[]
  /** The value by which a record is ordered: a creator's id for the first author; NaN for none. */
  valuesOf(order: BrowseOrder): { readonly ids: readonly number[]; readonly values: readonly number[] }
}

const maxYear = 9999
const slotsAtOnce = 4096

/** One bit for each filter that a record fails. */
const failed = { genre: 1, language: 2, length: 4, year: 8, series: 16, creator: 32, search: 64 } as const

const roleBits = 4
const roleMask = (1 << roleBits) - 1
const author = creditRoles.indexOf('Author')
const reader = creditRoles.indexOf('Reader')

export function createBrowseIndex(): BrowseIndex {
  const slots = new Map<number, number>()
  const freeSlots: number[] = []
  /** Of each slot; 0 for a free one. */
  const ids: number[] = []
  let maxId = 0
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
  const seriesIds = createNumbering<number>()

  function put(record: BrowsedRecord): void {
    const slot = slots.get(record.id) ?? freeSlots.pop() ?? ids.length
    slots.set(record.id, slot)
    ids[slot] = record.id
    maxId = Math.max(maxId, record.id)
    languages[slot] = record.language === null ? -1 : languageTags.numberOf(primaryTag(record.language))
    seconds[slot] = record.seconds ?? Number.NaN
    years[slot] = record.year ?? Number.NaN
    latest[slot] = record.latestAt ?? Number.NaN
    firstAuthors[slot] = record.credits.find(({ role }) => role === 'Author')?.creatorId ?? Number.NaN
    genres.set(
      slot,
      record.genres.map((name) => genreNames.numberOf(name)),
    )
    series.set(
      slot,
      record.seriesIds.map((id) => seriesIds.numberOf(id)),
    )
    const parts = record.credits.map(({ creatorId, role }) => creditOf(creatorIds.numberOf(creatorId), role))
    credits.set(slot, [...new Set(parts)])
  }

  function remove(id: number): void {
    const slot = slots.get(id)
    if (slot === undefined) return
    slots.delete(id)
    freeSlots.push(slot)
    ids[slot] = 0
  }

  /**
   * The filters that each slot fails, as bits: one pass over a column for each filter, the cheapest columns first.
   *
   * @param isFirstEnough whether one failed filter of a slot will do
   */
  function failing(filters: BrowseFilters, isFirstEnough: boolean): Uint8Array {
    const bits = new Uint8Array(ids.length)
    const test = (bit: number, isMatch: (slot: number) => boolean): void => {
      for (let slot = 0; slot < bits.length; slot += 1) {
        const failedBefore = bits[slot] as number
        if ((failedBefore === 0 || !isFirstEnough) && !isMatch(slot)) bits[slot] = failedBefore | bit
      }
    }
    if (filters.ids) {
      const wanted = among(filters.ids)
      test(failed.search, (slot) => wanted[ids[slot] as number] === 1)
    }
    const { fromYear = -Infinity, toYear = Infinity, minSeconds = -Infinity, maxSeconds = Infinity } = filters
    if (filters.fromYear !== undefined || filters.toYear !== undefined)
      test(failed.year, (slot) => (years[slot] as number) >= fromYear && (years[slot] as number) <= toYear)
    if (filters.minSeconds !== undefined || filters.maxSeconds !== undefined)
      test(
        failed.length,
        (slot) => (seconds[slot] as number) >= minSeconds && (seconds[slot] as number) <= maxSeconds,
      )
    if (filters.languages) {
      const wanted = among(filters.languages.map(languageTags.find))
      test(failed.language, (slot) => wanted[languages[slot] as number] === 1)
    }
    if (filters.seriesIds) {
      const wanted = among(filters.seriesIds.map(seriesIds.find))
      test(failed.series, (slot) => series.some(slot, wanted))
    }
    if (filters.genres) {
      const wanted = among(filters.genres.map(genreNames.find))
      test(failed.genre, (slot) => genres.some(slot, wanted))
    }
    if (filters.creatorIds) {
      const roles = filters.roles ?? creditRoles
      const wanted = among(
        filters.creatorIds.flatMap((id) => {
          const creator = creatorIds.find(id)
          return creator === undefined ? [] : roles.map((role) => creditOf(creator, role))
        }),
      )
      test(failed.creator, (slot) => credits.some(slot, wanted))
    }
    return bits
  }

  function matcher(filters: BrowseFilters): (id: number) => boolean {
    const bits = failing(filters, true)
    const isMatch = new Uint8Array(maxId + 1)
    for (let slot = 0; slot < bits.length; slot += 1) if (bits[slot] === 0) isMatch[ids[slot] as number] = 1
    isMatch[0] = 0
    return (id) => isMatch[id] === 1
  }

  async function count(filters: BrowseFilters): Promise<FacetCounts> {
    await yieldToEventLoop()
    const failedBits = failing(filters, false)
    const ofGenres = new Uint32Array(genreNames.size)
    const ofLanguages = new Uint32Array(languageTags.size)
    const ofYears = new Uint32Array(maxYear + 1)
    const ofAuthors = new Uint32Array(creatorIds.size)
    const ofReaders = new Uint32Array(creatorIds.size)
    const ofLengths = new Uint32Array(lengthRanges.length)
    const failedBy = (role: CreditRole) => (filters.roles?.includes(role) ? failed.creator : 0)
    const inAuthors = ~failedBy('Author')
    const inReaders = ~failedBy('Reader')

    for (let slot = 0; slot < failedBits.length; slot += 1) {
      if (slot % slotsAtOnce === 0) await yieldToEventLoop()
      if (ids[slot] === 0) continue
      const bits = failedBits[slot] as number
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

/** A creator's number with a role. */
function creditOf(creator: number, role: CreditRole): number {
  return (creator << roleBits) | creditRoles.indexOf(role)
}

/** @param language a canonical tag (BCP 47) */
export function primaryTag(language: string): string {
  return language.split('-', 1)[0] as string
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
