import type { ListChoices } from '@earmark/contract/list-addresses.ts'
import { expect, test } from 'vitest'
import { chipsOf, facetValues, lengthBounds, yearBars } from './choices.ts'

/** The third creator was merged into the first. */
const names = {
  creator: (id: number) => (id === 2 ? undefined : 'Tuva'),
  series: () => 'Harbour Lights',
}

test.each<[ListChoices, string[]]>([
  [{}, []],
  [{ genre: ['Mystery'], language: ['en', 'de'] }, ['Mystery', 'English or German']],
  [{ language: ['en', 'not a language'] }, ['English or not a language']],
  [{ fromYear: 2012 }, ['since 2012']],
  [{ fromYear: 2012, toYear: 2012 }, ['2012']],
  [{ toYear: 2012 }, ['until 2012']],
  [{ fitsIn: 35, maxSeconds: 3600 }, ['fits in 35 min', 'up to 1 h']],
  [{ minSeconds: 36_000 }, ['over 10 h']],
  [{ minSeconds: 3600, maxSeconds: 10_800 }, ['1 to 3 h']],
  [{ creatorId: [1], role: ['Reader'] }, ['read by Tuva']],
  [{ creatorId: [1, 2] }, ['Tuva or …']],
  [{ creatorId: [3, 1], role: ['Author'] }, ['by Tuva']],
  [{ creatorId: [1], role: ['Translator'], seriesId: [4] }, ['Tuva (Translator)', 'Harbour Lights']],
])('%j as chips', (choices, labels) => {
  const chips = chipsOf(choices, names)
  expect(chips.map(({ label }) => label)).toEqual(labels)
  // Without all of them nothing is chosen any more.
  const left = Object.assign({ ...choices }, ...chips.map(({ without }) => without)) as object
  expect(Object.values(left).filter((value) => value !== undefined)).toEqual([])
})

test('values that nothing matches stay with a count of zero, chosen ones too', () => {
  const values = facetValues(
    [{ value: 'Sea', count: 2 }],
    [{ value: 'Ice', count: 9 }],
    ['Fog'],
    (value) => value,
  )
  expect(values.map(({ value, count, chosen }) => [value, count, chosen])).toEqual([
    ['Sea', 2, false],
    ['Ice', 0, false],
    ['Fog', 0, true],
  ])
})

test('a length is a range of seconds', () => {
  expect(lengthBounds('0-1')).toEqual({ minSeconds: undefined, maxSeconds: 3600 })
  expect(lengthBounds('10-')).toEqual({ minSeconds: 36_000, maxSeconds: undefined })
})

test('years are at most twenty bars', () => {
  expect(yearBars([])).toEqual({ years: 1, bars: [] })
  const { years, bars } = yearBars([
    { value: 1900, count: 1 },
    { value: 1901, count: 2 },
    { value: 2026, count: 4 },
  ])
  expect([years, bars.length, bars[0]?.count, bars.at(-1)?.count]).toEqual([7, 19, 3, 4])
})
