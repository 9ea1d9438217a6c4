import { typingErrors } from '@earmark/contract/typing-errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/engines.ts'
import { indexRecord, indexRecords } from './index-records.queries.ts'
import type { SearchKind } from './indexes.ts'
import { searchByRelevance, searchMatches } from './search.queries.ts'
import { isPlainWord, mark, recordTokens, searchTerms } from './tokens.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const db = await forAllTests(openTestDatabase())

async function relevant(kind: SearchKind, search: string, offset = 0, limit = 100) {
  return await searchByRelevance(db.connection, db.dialect, kind, search, { offset, limit })
}

async function matches(kind: SearchKind, search: string): Promise<number[]> {
  return await searchMatches(db.connection, db.dialect, kind, search)
}

describe('any search', () => {
  const words = fc
    .array(fc.constantFrom('a', 'a', 'b', 'c', 'd', 'é'), { minLength: 1, maxLength: 9 })
    .map((all) => all.join(''))
  const symbols = fc.constantFrom('%', '_', "'", '-', '"', '東', '7', 'a7', '*', "a'b", 'a-b')
  const phrase = fc
    .array(fc.oneof({ arbitrary: words, weight: 4 }, symbols), { maxLength: 5 })
    .map((all) => all.join(' '))
  const record = fc.record({
    name: phrase,
    creators: fc.array(phrase, { maxLength: 2 }),
    description: phrase,
  })

  test('finds and ranks what the model says', async () => {
    const records = fc
      .sample(record, { numRuns: 150, seed: 1 })
      .map((one, place) => ({ ...one, id: place + 1 }))
    await indexRecords(db.connection, db.dialect, 'user', records)
    const tokens = new Map(records.map((one) => [one.id, recordTokens(one)]))
    const check = async (search: string, offset: number, limit: number) => {
      const expected = modelRanking(tokens, search)
      expect(await matches('user', search)).toEqual(expected.toSorted((one, other) => one - other))
      const page = await relevant('user', search, offset, limit)
      expect(page).toEqual({ ids: expected.slice(offset, offset + limit), totalCount: expected.length })
    }
    const part = fc.nat({ max: 30 })
    const names = fc.constantFrom(...records.map((one) => one.name))
    await fc.assert(fc.asyncProperty(fc.oneof(phrase, names), part, part, check), { numRuns: 60 })
  })

  test('finds a word of four letters or more in spite of one error', async () => {
    const texts = ['orchard', 'salt', 'lamplighter', 'étranger', 'ångström', 'weather', 'physics', 'moon']
    await indexRecords(
      db.connection,
      db.dialect,
      'creator',
      texts.map((name, place) => ({ id: 200 + place, name })),
    )
    const places = fc.nat({ max: 20 })
    const change = fc.record({
      text: fc.nat({ max: 7 }),
      place: places,
      removed: fc.nat({ max: 1 }),
      added: fc.constantFrom('', 'x', 'e'),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ text, place, removed, added }) => {
        const letters = Array.from(texts[text] ?? '')
        const typed = letters.toSpliced(place % letters.length, removed, added).join('')
        expect(await matches('creator', typed)).toContain(200 + text)
      }),
      { numRuns: 30 },
    )
  })

  test('of any characters never fails, and finds itself', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        await indexRecord(db.connection, db.dialect, 'creator', 300, { name })
        const { words: asked, exact } = searchTerms(name)
        const found = await matches('creator', name)
        if (asked.length + exact.length > 0) expect(found).toContain(300)
        else expect(found).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ['many letters', Array.from('abcdefghijklmnopqrstuvwxyz').join(' ').repeat(4)],
    [
      'many words',
      Array.from({ length: 40 }, (_, place) => `word${'abcdefgh'.slice(0, place % 8)}`).join(' '),
    ],
    ['one word', 'x'.repeat(10_000)],
    ['symbols', '!@#$%^&*()_+{}|:"<>?'.repeat(10)],
    ['ideographs', Array.from({ length: 200 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('')],
  ])('of 200 characters and more is answered: %s', async (_, search) => {
    expect((await relevant('audio-book', search)).ids).toEqual([])
  })
})

/** What the two engines are to do, record by record and without any index. */
function modelRanking(records: ReadonlyMap<number, ReadonlySet<string>>, search: string): number[] {
  const { words, exact, wholeName } = searchTerms(search)
  if (words.length + exact.length === 0) return []
  type Fits = (word: string, token: string) => boolean
  const same: Fits = (word, token) => token === word
  const begins: Fits = (word, token) => token.startsWith(word)
  const misspelt: Fits = (word, token) =>
    begins(word, token) ||
    (isPlainWord(word) && isPlainWord(token) && typingErrors(token, word) !== undefined)

  const tierOf = (tokens: ReadonlySet<string>): number => {
    const among = (marks: readonly string[]) =>
      [...tokens].flatMap((token) =>
        marks.flatMap((before) => (token.startsWith(before) ? [token.slice(before.length)] : [])),
      )
    const has = (marks: readonly string[], fits: Fits) => {
      const present = among(marks)
      return (
        words.every((word) => present.some((token) => fits(word, token))) &&
        exact.every((token) => present.includes(token))
      )
    }
    const beginsSo = [...tokens].some((token) => token.startsWith(wholeName))
    const tiers = [
      tokens.has(wholeName) && has([mark.name], same),
      beginsSo && has([mark.name], same),
      has([mark.name], same),
      has([mark.name], begins),
      has([mark.name, mark.creators], begins),
      has([''], begins),
      has([mark.name, mark.creators], misspelt),
      has([''], misspelt),
    ]
    return tiers.indexOf(true)
  }
  return [...records]
    .map(([id, tokens]) => ({ id, tier: tierOf(tokens) }))
    .filter(({ tier }) => tier >= 0)
    .toSorted((one, other) => one.tier - other.tier || one.id - other.id)
    .map(({ id }) => id)
}
