import { expect, test } from 'vitest'
import {
  type IndexSearch,
  readTableQuery,
  type TableFilter,
  toggleFilter,
  writeTableQuery,
} from './index-search.ts'

const untouched = { pageNumber: 1, pageSize: 10, sortBy: 'id', sortOrder: 'desc', search: '' }

test.for<[string, IndexSearch, object]>([
  ['nothing', {}, {}],
  ['a page', { podcastsPage: 3 }, { pageNumber: 3 }],
  ['a search', { podcastsSearch: ' slow  ' }, { search: 'slow' }],
  ['an order', { podcastsSort: 'name-asc' }, { sortBy: 'name', sortOrder: 'asc' }],
  ['another table', { creatorsPage: 3, usersSort: 'email-asc' }, {}],
  ['an unknown order', { podcastsSort: 'nickname-asc' }, {}],
  ['an order that is none', { podcastsSort: 'name' }, {}],
  ['a page that is none', { podcastsPage: -1 }, {}],
  ['a number of rows', { podcastsSize: 50 }, { pageSize: 50 }],
  ['a number of rows that is not offered', { podcastsSize: 30 }, {}],
  ['a problem', { podcastsShow: 'NoCover' }, { problem: ['NoCover'] }],
  [
    'problems and drafts',
    { podcastsShow: ['Draft', 'NoCover', 'NoVoicer'] },
    { problem: ['NoCover', 'NoVoicer'], status: 'Draft' },
  ],
  ['problems of other records', { podcastsShow: ['NoReader', 'Lost'] }, {}],
])('an address with %s', ([, search, parts]) => {
  expect(readTableQuery(search, 'podcasts')).toEqual({ ...untouched, ...parts })
})

test('each table can be sorted by its own fields', () => {
  const search = { creatorsSort: 'surname-desc', usersSort: 'emailConfirmed-asc' }
  expect(readTableQuery(search, 'creators').sortBy).toBe('surname')
  expect(readTableQuery(search, 'users').sortBy).toBe('emailConfirmed')
})

test('what is written is read again, beside what the other tables show', () => {
  const query = { ...readTableQuery({}, 'users'), pageNumber: 2, search: 'ada', sortBy: 'email' as const }
  const search = writeTableQuery({ podcastsPage: 4 }, 'users', query)
  expect(readTableQuery(search, 'users')).toEqual(query)
  expect(readTableQuery(search, 'podcasts').pageNumber).toBe(4)
})

test('the defaults are not written', () => {
  const search = writeTableQuery({ usersPage: 2, usersSearch: 'ada' }, 'users', readTableQuery({}, 'users'))
  expect(Object.values(search).every((value) => value === undefined)).toBe(true)
})

test('filters and the number of rows are written and read again; what has no filters ignores them', () => {
  const query = { ...readTableQuery({}, 'audioBooks'), pageSize: 20, status: 'Scheduled' as const }
  const filtered = { ...query, problem: ['NoAudio', 'NoReader'] as ('NoAudio' | 'NoReader')[] }
  const search = writeTableQuery({}, 'audioBooks', filtered)
  expect(search).toMatchObject({ audioBooksSize: 20, audioBooksShow: ['NoAudio', 'NoReader', 'Scheduled'] })
  expect(readTableQuery(search, 'audioBooks')).toEqual(filtered)
  expect(readTableQuery({ usersShow: 'Draft' }, 'users')).toEqual(untouched)
})

test.for<[TableFilter[], TableFilter, TableFilter[]]>([
  [[], 'NoCover', ['NoCover']],
  [['NoCover'], 'Draft', ['NoCover', 'Draft']],
  [['NoCover', 'Draft'], 'Scheduled', ['NoCover', 'Scheduled']],
  [['NoCover', 'Draft'], 'NoCover', ['Draft']],
  [['Draft'], 'Draft', []],
])('%o and then %s is %o', ([chosen, filter, next]) => {
  expect(toggleFilter(chosen, filter)).toEqual(next)
})
