import { describe, expect, it } from 'vitest'
import type {
  MovedBook,
  MovedEpisode,
  MovedLibrary,
  MovedPodcast,
  MovedUser,
} from '../library/moved-library.ts'
import type { FoundFile, PlacedFile } from '../places/find-files.ts'
import { planMove } from './plan-move.ts'
import type { Present } from './present.ts'

const nobody: Present = {
  system: 'audiobookshelf',
  moved: new Map(),
  accounts: new Map(),
  accountIds: new Set(),
  bookIds: new Set(),
  podcastIds: new Set(),
  episodeIds: new Set(),
  booksByFile: new Map(),
  recordings: new Map(),
  positions: new Map(),
}

const empty: MovedLibrary = {
  system: 'audiobookshelf',
  version: null,
  folders: [],
  users: [],
  books: [],
  podcasts: [],
  positions: [],
  bookmarks: [],
  collections: [],
  leftovers: {},
  oddities: [],
}

const user = (id: string, more: Partial<MovedUser> = {}): MovedUser => {
  return { id, name: id, email: `${id}@example.org`, isAdmin: false, isActive: true, ...more }
}

function book(id: string, ...paths: string[]): MovedBook {
  return {
    id,
    path: `/a/${id}`,
    title: id,
    subtitle: null,
    authors: [],
    narrators: [],
    series: [],
    description: null,
    publishedYear: null,
    publisher: null,
    isbn: null,
    language: null,
    isExplicit: false,
    isAbridged: false,
    genres: [],
    cover: null,
    files: paths.map((path) => ({ path, durationSeconds: 10 })),
    leftOut: [],
    chapters: [],
  }
}

function podcast(id: string, ...episodes: [id: string, path: string | null][]): MovedPodcast {
  const { title, path, description, genres, cover, isExplicit, language } = book(id)
  const made = episodes.map(
    ([own, file]): MovedEpisode => ({
      id: own,
      title: own,
      description: null,
      season: null,
      type: 'Full',
      publishedAt: null,
      file: file === null ? null : { path: file, durationSeconds: 10 },
      chapters: [],
    }),
  )
  const record = { title, path, description, genres, cover, isExplicit, language }
  return { ...record, id, author: null, feedUrl: null, link: null, isSerial: false, episodes: made }
}

const folder = { name: 'books', path: '/srv', isCopied: false }
const found = (path: string): FoundFile => {
  return {
    state: 'Found',
    folder,
    path: path.slice(1),
    place: `/srv${path}`,
    sizeBytes: 1,
    modifiedSeconds: 1,
  }
}
const placed = (...paths: string[]) => new Map<string, PlacedFile>(paths.map((path) => [path, found(path)]))
const plan = (library: Partial<MovedLibrary>, present: Partial<Present> = {}, places = placed()) =>
  planMove({ ...empty, ...library }, places, { ...nobody, ...present })

describe('a user is', () => {
  it.each<[state: string, given: Partial<MovedUser>, present: Partial<Present>]>([
    ['New', {}, {}],
    ['Same', { email: 'LEA@example.org' }, { accounts: new Map([['lea@example.org', 'here']]) }],
    ['Known', {}, { moved: new Map([['user lea', 'here']]), accountIds: new Set(['here']) }],
    ['Known', { email: null }, { moved: new Map([['user lea', 'here']]), accountIds: new Set(['here']) }],
    ['Removed', {}, { moved: new Map([['user lea', 'here']]) }],
    ['Inactive', { isActive: false }, {}],
    ['NoAddress', { email: null }, {}],
    ['BadAddress', { email: 'lea at home' }, {}],
  ])('%s', (state, given, present) => {
    expect(plan({ users: [user('lea', given)] }, present).users[0]?.state).toBe(state)
  })

  it('one account with others of the same address', () => {
    const users = [user('lea'), user('bo', { email: 'Lea@Example.org' })]
    expect(plan({ users }).users.map(({ state }) => state)).toEqual(['New', 'Same'])
  })
})

describe('a book is', () => {
  const here = { id: 7, filesCount: 2 }
  it.each<[state: string, paths: string[], places: Map<string, PlacedFile>, present: Partial<Present>]>([
    ['New', ['/1', '/2'], placed('/1', '/2'), {}],
    ['Known', ['/1'], placed(), { moved: new Map([['book b', '7']]), bookIds: new Set([7]) }],
    ['Removed', ['/1'], placed('/1'), { moved: new Map([['book b', '7']]) }],
    [
      'Same',
      ['/1', '/2'],
      placed('/1', '/2'),
      {
        booksByFile: new Map([
          ['books/1', here],
          ['books/2', here],
        ]),
      },
    ],
    ['Elsewhere', ['/1'], placed('/1'), { booksByFile: new Map([['books/1', here]]) }],
    ['Elsewhere', ['/1', '/2'], placed('/1', '/2'), { booksByFile: new Map([['books/2', here]]) }],
    ['NoSound', [], placed(), {}],
    ['Missing', ['/1', '/2'], new Map([...placed('/1'), ['/2', { state: 'Missing', place: '/srv/2' }]]), {}],
    ['Outside', ['/1'], new Map([['/1', { state: 'Outside', place: '/mnt/1' }]]), {}],
    ['Unsound', ['/../1'], new Map([['/../1', { state: 'Unsound', place: null }]]), {}],
  ])('%s', (state, paths, places, present) => {
    expect(plan({ books: [book('b', ...paths)] }, present, places).books[0]?.state).toBe(state)
  })

  it('told with the paths that are not there', () => {
    const places = new Map([...placed('/1'), ['/2', { state: 'Missing', place: '/srv/2' } as const]])
    expect(plan({ books: [book('b', '/1', '/2')] }, {}, places).books[0]).toMatchObject({
      paths: ['/srv/2'],
      files: [],
    })
  })

  it('made once of files that two have', () => {
    const books = [book('b', '/1', '/2'), book('c', '/2')]
    expect(plan({ books }, {}, placed('/1', '/2')).books.map(({ state }) => state)).toEqual([
      'New',
      'Elsewhere',
    ])
  })
})

it('a podcast is made without the episodes that have no file', () => {
  const podcasts = [podcast('p', ['one', '/1'], ['two', null], ['three', '/3'])]
  const places = new Map([...placed('/1'), ['/3', { state: 'Missing', place: '/srv/3' } as const]])
  const [planned] = plan({ podcasts }, {}, places).podcasts
  expect(planned?.state).toBe('New')
  expect(planned?.episodes.map(({ state }) => state)).toEqual(['New', 'NoSound', 'Missing'])
  const [removed] = plan({ podcasts }, { moved: new Map([['podcast p', '3']]) }, places).podcasts
  expect([removed?.state, ...(removed?.episodes ?? []).map(({ state }) => state)]).toEqual(
    Array(4).fill('Removed'),
  )
})

it('a collection is made if one of its books is here', () => {
  const collections = [
    { id: 'one', name: 'One', description: null, bookIds: ['b', 'gone'] },
    { id: 'two', name: 'Two', description: null, bookIds: ['gone'] },
    { id: 'three', name: 'Three', description: null, bookIds: ['b'] },
  ]
  const moved = new Map([['collection three', '1']])
  const planned = plan({ books: [book('b', '/1')], collections }, { moved }, placed('/1'))
  expect(planned.collections.map(({ state }) => state)).toEqual(['New', 'Empty', 'Known'])
})

describe('a position is', () => {
  const position = { userId: 'lea', recordingId: 'b', seconds: 5, isFinished: false, updatedAt: 1000 }
  const known = {
    moved: new Map([
      ['user lea', 'here'],
      ['book b', '7'],
    ]),
    accountIds: new Set(['here']),
    bookIds: new Set([7]),
    recordings: new Map([['book 7', 70]]),
  }
  const brought = (at: number) => new Map([...known.moved, ['position lea b', `${at}`]])
  it.each<[state: string, given: Partial<typeof position>, present: Partial<Present>]>([
    ['New', {}, {}],
    ['New', {}, known],
    ['New', {}, { ...known, positions: new Map([['here 70', 999]]) }],
    ['NewerHere', {}, { ...known, positions: new Map([['here 70', 1000]]) }],
    ['Known', {}, { ...known, moved: brought(1000) }],
    ['New', {}, { ...known, moved: brought(999) }],
    ['NobodyHere', { userId: 'bo' }, {}],
    ['NothingHere', { recordingId: 'c' }, {}],
  ])('%s', (state, given, present) => {
    const library = { users: [user('lea')], books: [book('b', '/1')], positions: [{ ...position, ...given }] }
    expect(plan(library, present, placed('/1')).positions[0]?.state).toBe(state)
  })
})

it('a bookmark is brought once', () => {
  const bookmark = { userId: 'lea', bookId: 'b', seconds: 5, note: '', createdAt: 9 }
  const library = {
    users: [user('lea')],
    books: [book('b', '/1')],
    bookmarks: [bookmark, { ...bookmark, userId: 'bo' }, { ...bookmark, bookId: 'c' }],
  }
  const states = (present: Partial<Present>) =>
    plan(library, present, placed('/1')).bookmarks.map(({ state }) => state)
  expect(states({})).toEqual(['New', 'NobodyHere', 'NothingHere'])
  expect(states({ moved: new Map([['bookmark lea b 5 9', 'x']]) })[0]).toBe('Known')
})

it('ten thousand books of thirty files are planned within seconds', () => {
  const books = Array.from({ length: 10_000 }, (_, index) =>
    book(`${index}`, ...Array.from({ length: 30 }, (_each, file) => `/${index}/${file}.mp3`)),
  )
  const paths = books.flatMap(({ files }) => files.map(({ path }) => path))
  const places = new Map<string, PlacedFile>(paths.map((path) => [path, found(path)]))
  const begun = process.cpuUsage()
  const planned = plan({ books }, {}, places)
  const { user: micros } = process.cpuUsage(begun)
  expect(planned.books.every(({ state }) => state === 'New')).toBe(true)
  expect(micros).toBeLessThan(5_000_000)
})
