import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/engines.ts'
import { indexRecord, indexRecords, removeFromIndex } from './index-records.queries.ts'
import type { SearchKind } from './indexes.ts'
import { searchByRelevance, searchMatches } from './search.queries.ts'
import { type SearchedRecord } from './tokens.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

type Indexed = SearchedRecord & { id: number }

const db = await forAllTests(openTestDatabase())

async function index(kind: SearchKind, records: readonly Indexed[]): Promise<void> {
  await db.connection
    .transaction()
    .execute((transaction) => indexRecords(transaction, db.dialect, kind, records))
}

async function relevant(kind: SearchKind, search: string, offset = 0, limit = 100) {
  return await searchByRelevance(db.connection, db.dialect, kind, search, { offset, limit })
}

async function matches(kind: SearchKind, search: string): Promise<number[]> {
  return await searchMatches(db.connection, db.dialect, kind, search)
}

describe('searching audio books', () => {
  const books: readonly Indexed[] = [
    {
      id: 1,
      name: '100% Wool',
      creators: ['nell', "Eleanor O'Brien"],
      description: 'Don’t panic. C++ and foo* too.',
    },
    { id: 2, name: '1000 Wool', creators: ['wiesiek', 'Wiesław', 'Müller'], description: null },
    { id: 3, name: 'L’Étranger', creators: ['Albert', null], description: 'A beach, a "trial", 50_50.' },
    { id: 4, name: 'The Lighthouse', description: 'Wool and water. ⭐' },
    { id: 5, name: 'Spider-Man (東京)', description: "It's a%b, back\\slash; rock & roll" },
    { id: 6, name: 'Lighthouse keeping', creators: ['sea'], description: 'axb' },
    { id: 7, name: '???', description: 'Straße in Łódź' },
  ]

  beforeAll(async () => index('audio-book', books))

  test.each<[search: string, found: number[]]>([
    ['WOOL', [1, 2, 4]],
    ['woo', [1, 2, 4]],
    ['wolo', [1, 2, 4]],
    ['wool water', [4]],
    ['water müller', []],
    ['wool muller', [2]],
    ['mulelr wolo', [2]],
    ['obrien', [1]],
    ["o'brien", [1]],
    ['O’Brien', [1]],
    ['brien', [1]],
    ['dont', [1]],
    ['etranger', [3]],
    ["l'étranger", [3]],
    ['100%', [1]],
    ['%', [1, 5]],
    ['_', [3]],
    ['a_b', []],
    ['a%b', [5]],
    ['\\', [5]],
    ['foo*', [1]],
    ['fo*', []],
    ['50_5', [3]],
    ['woo*', []],
    ['c++', [1]],
    ['"trial"', [3]],
    ['"', [3]],
    ['⭐', [4]],
    ['rock & roll', [5]],
    ['spiderman', [5]],
    ['spider man', [5]],
    ['京', [5]],
    ['京都', []],
    ['STRASSE lodz', [7]],
    ['?', [7]],
    ['NOT wool', []],
    ['wool OR beach', []],
    ['wool) OR (beach', []],
    ["wool' | 'beach", []],
    ['name:wool', []],
    ['\u200b', []],
    ['nothing', []],
  ])('for %j finds %j', async (search, found) => {
    expect(await matches('audio-book', search)).toEqual(found)
    const { ids, totalCount } = await relevant('audio-book', search)
    expect(ids.toSorted((one, other) => one - other)).toEqual(found)
    expect(totalCount).toBe(found.length)
  })

  test('knows a record by its present texts only', async () => {
    const { connection, dialect } = db
    await indexRecord(connection, dialect, 'podcast', 1, { name: 'Before', creators: ['somebody'] })
    await indexRecord(connection, dialect, 'podcast', 1, { name: 'After' })
    expect(await matches('podcast', 'before')).toEqual([])
    expect(await matches('podcast', 'somebody')).toEqual([])
    expect(await matches('podcast', 'after')).toEqual([1])
    await removeFromIndex(connection, dialect, 'podcast', 1)
    await removeFromIndex(connection, dialect, 'podcast', 1)
    expect(await matches('podcast', 'after')).toEqual([])
  })

  test('keeps the kinds apart', async () => {
    await index('creator', [{ id: 9, name: 'wool', creators: [null, 'Woolworth'] }])
    await index('user', [{ id: 8, name: 'Sheep', creators: ['wool@example.com'] }])
    expect(await matches('creator', 'wool')).toEqual([9])
    expect(await matches('user', 'wool@example.com')).toEqual([8])
    expect(await matches('audio-book', 'woolworth')).toEqual([])
  })

  test('forgets what a transaction that fails has indexed', async () => {
    const failing = db.connection.transaction().execute(async (transaction) => {
      await indexRecord(transaction, db.dialect, 'audio-book', 99, { name: 'Rolled back' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await matches('audio-book', 'rolled')).toEqual([])
  })
})

describe('relevance', () => {
  const podcasts: readonly Indexed[] = [
    { id: 101, name: 'Other', description: 'the map rooms' },
    { id: 102, name: 'Mpa', description: 'of the maps and the rooom' },
    { id: 103, name: 'Chambre', creators: ['The Map', 'Room'] },
    { id: 104, name: 'The Mapped Rooms' },
    { id: 105, name: 'Room for the Map' },
    { id: 106, name: 'The Map Room Revisited' },
    { id: 107, name: 'The Map Room' },
    { id: 108, name: 'The Map Romo' },
    { id: 109, name: 'THE MAP: ROOM' },
  ]
  const bestFirst = [107, 109, 106, 105, 104, 103, 101, 108, 102]

  beforeAll(async () => index('podcast', podcasts))

  test('puts the whole name first, then words of the name, of the creators, of the text, then errors', async () => {
    expect(await relevant('podcast', 'the map room')).toEqual({ ids: bestFirst, totalCount: 9 })
  })

  test('pages without skipping or repeating', async () => {
    for (let limit = 1; limit <= 4; limit++) {
      for (let offset = 0; offset <= 10; offset++) {
        const { ids, totalCount } = await relevant('podcast', 'the map room', offset, limit)
        expect(ids).toEqual(bestFirst.slice(offset, offset + limit))
        expect(totalCount).toBe(9)
      }
    }
  })
})
