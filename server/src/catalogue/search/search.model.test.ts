import { listSuggestions, searchAll, type SearchResult } from '@earmark/contract/search.ts'
import { beginningErrors, typingErrors } from '@earmark/contract/typing-errors.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldText } from '@earmark/contract/fold.ts'
import { beginningVariants } from '../../db/search/typing-errors.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast, makeSeries } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

/** Searches and suggestions of a small catalogue beside those that go through all records word by word. */

const server = await forAllTests(startTestServer())

const vocabulary = [
  'harbour',
  'light',
  'Lights',
  'éclair',
  'keeper',
  'of',
  'the',
  'lamplighter',
  'sea',
  'tide',
]
const word = fc.constantFrom(...vocabulary)
const phrase = (minLength: number, maxLength: number) =>
  fc.array(word, { minLength, maxLength }).map((words) => words.join(' '))
const kinds = ['audioBooks', 'podcasts', 'episodes', 'creators', 'series'] as const
const made = fc.record({
  kind: fc.constantFrom(...kinds),
  name: phrase(1, 4),
  description: phrase(0, 3),
  isHidden: fc.boolean(),
})

interface Kept {
  readonly kind: keyof typeof suggestionKinds
  readonly id: number
  readonly name: string
  readonly texts: string
}

const suggestionKinds = {
  audioBooks: 'AudioBook',
  podcasts: 'Podcast',
  episodes: 'Episode',
  creators: 'Creator',
  series: 'Series',
} as const

async function makeAll(): Promise<Kept[]> {
  const records = fc.sample(made, { numRuns: 60, seed: 5 })
  const shown = await makePodcast(server, { name: 'Quay' })
  const hidden = await makePodcast(server, { name: 'Quay', draft: true })
  const kept: Kept[] = [{ kind: 'podcasts', id: shown, name: 'Quay', texts: 'Quay' }]
  for (const [place, { kind, name, description, isHidden }] of records.entries()) {
    const record = { name, description, draft: isHidden }
    const isEpisode = kind === 'episodes'
    const podcastId = isEpisode && place % 4 === 0 ? hidden : shown
    if (kind === 'series' && kept.some((one) => one.kind === kind && foldText(one.name) === foldText(name)))
      continue
    const id = await {
      audioBooks: () => makeAudioBook(server, record),
      podcasts: () => makePodcast(server, record),
      episodes: () => makeEpisode(server, podcastId, { ...record, number: place }),
      creators: () => makeCreator(server, { nickname: name }),
      series: () => makeSeries(server, name),
    }[kind]()
    const isPublic = kind === 'creators' || kind === 'series' || !(isHidden || podcastId === hidden)
    const hasDescription = kind !== 'creators' && kind !== 'series'
    if (isPublic) kept.push({ kind, id, name, texts: hasDescription ? `${name} ${description}` : name })
  }
  return kept
}

const records = await makeAll()

const wordsOf = (text: string) =>
  foldText(text)
    .split(' ')
    .filter((one) => one !== '')
const fits = (typed: string, meant: string) =>
  meant.startsWith(typed) || typingErrors(meant, typed) !== undefined
const hasWord = (texts: string, typed: string) => wordsOf(texts).some((meant) => fits(typed, meant))

/** 0 is the best. */
function tierOf({ name, texts }: Kept, words: readonly string[]): number {
  const [names, all] = [wordsOf(name), wordsOf(texts)]
  const every = (those: readonly string[], isFound: (typed: string, meant: string) => boolean) =>
    words.every((typed) => those.some((meant) => isFound(typed, meant)))
  const begins = (typed: string, meant: string) => meant.startsWith(typed)
  return [
    names.join(' ') === words.join(' '),
    names.slice(0, words.length).join(' ') === words.join(' '),
    every(names, (typed, meant) => typed === meant),
    every(names, begins),
    every(all, begins),
    every(names, fits),
  ].indexOf(true)
}

const letter = fc.constantFrom(...Array.from('abcdefghilmnoprstuxz'))
const typedWord = fc
  .record({
    meant: fc.oneof({ arbitrary: word, weight: 5 }, fc.constant('zzyzx'), fc.constant('qqqq')),
    place: fc.nat({ max: 12 }),
    removed: fc.nat({ max: 1 }),
    added: fc.oneof({ arbitrary: fc.constant(''), weight: 3 }, letter),
    length: fc.oneof(fc.constant(20), fc.integer({ min: 1, max: 8 })),
  })
  .map(({ meant, place, removed, added, length }) =>
    Array.from(meant)
      .toSpliced(place, added === '' ? 0 : removed, added)
      .slice(0, length)
      .join(''),
  )
const search = fc.array(typedWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

function naive(typed: string) {
  const matchesAll = (words: readonly string[]) =>
    records.filter(({ texts }) => words.every((one) => hasWord(texts, one)))
  const words = wordsOf(typed)
  const all = matchesAll(words)
  const known = words.filter((one) => records.some(({ texts }) => hasWord(texts, one)))
  if (all.length > 0 || known.length === 0) return { words, found: all, ignored: [] }
  const ignored = [...new Set(typed.split(' ').filter((one) => !known.includes(foldText(one))))]
  return { words: known, found: ignored.length === 0 ? all : matchesAll(known), ignored }
}

function namesFound({ ignored, ...found }: SearchResult) {
  return { found, ignored }
}

it('a search finds of each kind what the naive one does, the best first', async () => {
  const check = async (typed: string) => {
    const { words, found, ignored } = naive(typed)
    const answer = namesFound(await server.call(searchAll, { querystring: { search: typed } }))
    expect(answer.ignored).toEqual(ignored)
    for (const kind of kinds) {
      const expected = found.filter((one) => one.kind === kind)
      const { items, totalCount } = answer.found[kind]
      expect([kind, totalCount]).toEqual([kind, expected.length])
      const byId = new Map(expected.map((one) => [one.id, one]))
      const tiers = items.map(({ id }) => tierOf(byId.get(id) as Kept, words))
      const best = expected.map((one) => tierOf(one, words)).map((tier) => (tier < 0 ? 6 : tier))
      expect(tiers.map((tier) => (tier < 0 ? 6 : tier))).toEqual(
        best.toSorted((one, other) => one - other).slice(0, 6),
      )
    }
  }
  await fc.assert(fc.asyncProperty(search, check), { numRuns: 150 })
})

it('the pages of a kind are its whole list, the best first, and tell how many each kind has', async () => {
  const readPage = async (typed: string, kind: Kept['kind'], pageNumber: number, pageSize: number) =>
    await server.call(searchAll, {
      querystring: { search: typed, kind: suggestionKinds[kind], pageNumber, pageSize },
    })
  const check = async (typed: string, kind: Kept['kind'], pageSize: number) => {
    const { found, ignored } = naive(typed)
    const expected = found.filter((one) => one.kind === kind)
    const best = await server.call(searchAll, { querystring: { search: typed } })
    const ids: number[] = []
    for (let pageNumber = 1; pageNumber <= expected.length / pageSize + 2; pageNumber += 1) {
      const page = await readPage(typed, kind, pageNumber, pageSize)
      expect(page.ignored).toEqual(ignored)
      for (const other of kinds) {
        expect(page[other].totalCount).toBe(found.filter((one) => one.kind === other).length)
        if (other !== kind) expect(page[other].items).toEqual([])
      }
      const rest = Math.max(0, expected.length - (pageNumber - 1) * pageSize)
      expect(page[kind].items).toHaveLength(Math.min(pageSize, rest))
      ids.push(...page[kind].items.map(({ id }) => id))
    }
    expect(ids.toSorted((one, other) => one - other)).toEqual(
      expected.map(({ id }) => id).toSorted((one, other) => one - other),
    )
    expect(best[kind].items.map(({ id }) => id)).toEqual(ids.slice(0, 6))
  }
  const anyKind = fc.constantFrom(...kinds)
  await fc.assert(fc.asyncProperty(search, anyKind, fc.integer({ min: 1, max: 9 }), check), { numRuns: 40 })
})

it('suggestions are names that fit, each once, and leave none out while there is room', async () => {
  const check = async (typed: string) => {
    const words = wordsOf(typed)
    const suggestions = await server.call(listSuggestions, { querystring: { search: typed } })
    expect(suggestions.length).toBeLessThanOrEqual(8)
    const names = suggestions.map(({ name }) => foldText(name))
    expect(new Set(names).size).toBe(names.length)
    const last = words.at(-1) ?? ''
    const mayBe = (one: string, meant: string) =>
      fits(one, meant) ||
      (one === last &&
        (beginningErrors(meant, one) !== undefined ||
          [...beginningVariants(one)].some((variant) => meant.startsWith(variant))))
    for (const { kind, id, name } of suggestions) {
      expect(records).toContainEqual(
        expect.objectContaining({ id, name, kind: kinds.find((one) => suggestionKinds[one] === kind) }),
      )
      expect(words.every((one) => wordsOf(name).some((meant) => mayBe(one, meant)))).toBe(true)
    }
    const sure = new Set(records.map(({ name }) => foldText(name)).filter((name) => completes(name, words)))
    const missing = [...sure].filter((name) => !names.includes(name))
    if (suggestions.length < 8) expect(missing).toEqual([])
  }
  await fc.assert(fc.asyncProperty(search, check), { numRuns: 150 })
})

/** Whether a name has all words, the last of them at least begun. */
function completes(name: string, words: readonly string[]): boolean {
  const own = wordsOf(name)
  return words.every((typed, place) =>
    own.some((meant) => (place === words.length - 1 ? meant.startsWith(typed) : meant === typed)),
  )
}
