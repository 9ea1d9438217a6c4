import { checkLink } from '../form/check-link.ts'
import { expect, test } from 'vitest'
import {
  bookFieldParts,
  checkSeason,
  checkYear,
  episodeFieldParts,
  type FieldsOfRecord,
  fieldsOf,
  instantOf,
  localTimeOf,
  podcastFieldParts,
} from './field-values.ts'

const record: FieldsOfRecord = {
  subtitle: 'Or',
  series: [
    { id: 6, name: 'Tides', sequence: '2-3' },
    { id: 7, name: 'Waves', sequence: null },
  ],
  genres: ['Sea'],
  categories: ['Nature'],
  language: 'pt-BR',
  publishedYear: 0,
  publisher: 'Quay',
  isbn: '1',
  isAbridged: false,
  isExplicit: true,
  link: 'https://a.example/',
  episodeOrder: 'Oldest',
  season: 0,
  episodeType: 'Bonus',
  publishedAt: '2020-02-02T10:11:12.345Z',
}

test('what is not touched is sent as it is', () => {
  expect(bookFieldParts(fieldsOf(record))).toEqual({
    Subtitle: 'Or',
    Series: [
      { id: 6, sequence: '2-3' },
      { id: 7, sequence: null },
    ],
    Genres: ['Sea'],
    Language: 'pt-BR',
    PublishedYear: 0,
    Publisher: 'Quay',
    Isbn: '1',
    IsAbridged: false,
    IsExplicit: true,
  })
  expect(podcastFieldParts(fieldsOf(record))).toEqual({
    Categories: ['Nature'],
    Language: 'pt-BR',
    Link: 'https://a.example/',
    EpisodeOrder: 'Oldest',
    IsExplicit: true,
  })
  expect(episodeFieldParts(fieldsOf(record))).toEqual({
    Season: 0,
    EpisodeType: 'Bonus',
    PublishedAt: '2020-02-02T10:11:12.345Z',
    IsExplicit: true,
  })
})

test('what is blank is cleared', () => {
  const values = {
    ...fieldsOf({}),
    subtitle: ' ',
    publishedYear: ' ',
    series: [{ id: 6, name: 'Tides', sequence: ' ' }],
  }
  expect(bookFieldParts(values)).toMatchObject({
    Subtitle: null,
    Series: [{ id: 6, sequence: null }],
    PublishedYear: null,
    IsAbridged: null,
  })
  expect(episodeFieldParts(values)).toMatchObject({ Season: null, PublishedAt: null })
})

test.each([
  [checkYear, ['', '0', ' 1931 ', '9999'], ['20199', '-1', '1e3', 'x']],
  [checkSeason, ['', '0', '999999'], ['1000000', '-1', '1.5']],
  [
    checkLink,
    ['', 'https://a.example', ' http://a.example/ü '],
    ['a.example', 'javascript:alert(1)', 'https://'],
  ],
])('%o takes what the server takes', (check, good, bad) => {
  for (const text of good) expect([text, check(text)]).toEqual([text, undefined])
  for (const text of bad) expect([text, check(text)]).toEqual([text, expect.any(String)])
})

test('a local time and its instant are the same minute', () => {
  expect(instantOf(localTimeOf('2020-02-02T10:11:12.345Z'))).toBe('2020-02-02T10:11:00.000Z')
  expect([localTimeOf(''), instantOf('')]).toEqual(['', ''])
})
