import type { BenchRow } from '../rows.ts'
import type { Database } from '../../server/src/db/database.ts'
import { suggest } from '../../server/src/catalogue/search/suggestions.ts'
import { searchByRelevance, searchMatches } from '../../server/src/db/search/search.queries.ts'
import { type MadeUpWords, madeUpWords, randomNumbers } from '../made-up-words.ts'

/** Times of searches in process, in milliseconds. */
export interface SearchTimes {
  readonly kind: string
  readonly p50: number
  readonly p99: number
  /** Of the 99th percentile in CPU time of this process: on SQLite all of the work, whatever else runs. */
  readonly cpuP99: number
  readonly searches: number
  /** Matches of the median search. */
  readonly matches: number
}

const pageSize = 10
const rounds = 100

/** Measures searches for the words of `insertRecords` in the audio books of a database that it has filled. */
export async function measureSearch(db: Database): Promise<SearchTimes[]> {
  const { connection, dialect } = db
  const words = madeUpWords()
  const random = randomNumbers(7)
  const byRelevance = async (search: string, offset = 0) =>
    (await searchByRelevance(connection, dialect, 'audio-book', search, { offset, limit: pageSize }))
      .totalCount
  const asMatches = async (search: string) =>
    (await searchMatches(connection, dialect, 'audio-book', search)).length

  const times: SearchTimes[] = []
  const all: Timed[] = []
  for (const [kind, search] of Object.entries(searchKinds(words, random))) {
    const measured = await measure(search, byRelevance)
    times.push(summary(kind, measured))
    all.push(...measured)
  }
  times.push(summary('all of these', all))
  const page = searchKinds(words, random)
  times.push(
    summary(
      'common word, page 1 000',
      await measure(page['common word'], (search) => byRelevance(search, 9_990)),
    ),
  )
  times.push(summary('common word, sorted by name', await measure(page['common word'], asMatches)))
  times.push(await measureSuggestions(db))
  return times
}

/** Of the names that are suggested for the same terms. */
export async function measureSuggestions(db: Database): Promise<SearchTimes> {
  const suggested = async (search: string) => (await suggest(db, search)).length
  const all: Timed[] = []
  for (const search of Object.values(searchKinds(madeUpWords(), randomNumbers(11))))
    all.push(...(await measure(search, suggested)))
  return summary(suggestions, all)
}

interface Timed {
  readonly milliseconds: number
  readonly cpuMilliseconds: number
  readonly matches: number
}

async function measure(search: () => string, run: (search: string) => Promise<number>): Promise<Timed[]> {
  const measured: Timed[] = []
  for (let round = 0; round < rounds; round++) {
    const term = search()
    const start = performance.now()
    const cpuStart = process.cpuUsage()
    const matches = await run(term)
    const { user, system } = process.cpuUsage(cpuStart)
    const milliseconds = performance.now() - start
    measured.push({ milliseconds, cpuMilliseconds: (user + system) / 1000, matches })
  }
  return measured
}

function searchKinds({ words }: MadeUpWords, random: () => number) {
  const between = (from: number, to: number) => words[from + Math.floor(random() * (to - from))] ?? ''
  const long = (from: number, to: number): string => {
    const word = between(from, to)
    return word.length >= 5 ? word : long(from, to)
  }
  return {
    'common word': () => between(0, 20),
    'frequent word': () => between(20, 1_000),
    'rare word': () => between(1_000, words.length),
    'two words': () => `${between(0, 200)} ${between(200, 5_000)}`,
    'two common words': () => `${between(0, 20)} ${between(0, 20)}`,
    'one to three letters': () => between(0, 5_000).slice(0, 1 + Math.floor(random() * 3)),
    'beginning of a word': () => long(0, 10_000).slice(0, 4 + Math.floor(random() * 3)),
    'common word with an error': () => misspell(long(0, 200), random),
    'word with an error': () => misspell(long(0, words.length), random),
    'two words with an error': () =>
      `${misspell(long(0, 1_000), random)} ${misspell(long(0, 1_000), random)}`,
    'nothing of the kind': () => `xq${between(0, 1_000)}qx`,
  }
}

function misspell(word: string, random: () => number): string {
  const place = Math.floor(random() * word.length)
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)] ?? 'a'
  const [before, here, after] = [word.slice(0, place), word.slice(place, place + 1), word.slice(place + 1)]
  const errors = [before + after, before + letter + here + after, before + letter + after]
  return errors[Math.floor(random() * errors.length)] ?? word
}

function summary(kind: string, measured: readonly Timed[]): SearchTimes {
  const times = ascending(measured.map((one) => one.milliseconds))
  const matches = ascending(measured.map((one) => one.matches))
  const cpuTimes = ascending(measured.map((one) => one.cpuMilliseconds))
  return {
    kind,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    cpuP99: at(cpuTimes, 0.99),
    searches: times.length,
    matches: at(matches, 0.5),
  }
}

function ascending(numbers: number[]): number[] {
  return numbers.toSorted((one, other) => one - other)
}

/** The nearest rank. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

const goals = { p50: 30, p99: 150 }
const judged = 'all of these'
const suggestions = 'suggestions'
const suggestionP99 = 30

/** The times of `measureSearch` as rows; the goals hold for the mix of all searches, and of all suggestions. */
export function searchRows(
  times: readonly SearchTimes[],
  engine: string,
  what = 'search in 100 000 audio books',
): BenchRow[] {
  return times.map(({ kind, p50, p99, matches }) => ({
    what: `${what}, ${engine}: ${kind}`,
    ours: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${matches} matches`,
    yardstick: '',
    ratio: '',
    goal: goalOf(kind),
    isReached:
      (kind !== judged || (p50 <= goals.p50 && p99 <= goals.p99)) &&
      (kind !== suggestions || p99 <= suggestionP99),
  }))
}

function goalOf(kind: string): string {
  if (kind === suggestions) return `p99 ≤ ${suggestionP99} ms`
  return kind === judged ? `p50 ≤ ${goals.p50} ms, p99 ≤ ${goals.p99} ms` : ''
}
