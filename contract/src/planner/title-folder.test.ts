import { expect, it } from 'vitest'
import { readTitle } from './title-folder.ts'

interface Row {
  readonly title: string
  readonly subtitle?: string
  readonly narrators?: readonly string[]
  readonly series?: string
  readonly sequence?: string
  readonly year?: number
}

const nothing = { subtitle: null, narrators: [], series: null, sequence: null, year: null }
const low = { title: 'Low' }

it.each<[name: string, words: Row]>([
  ['Low (1994)', { ...low, year: 1994 }],
  ['(1994) - Low', { ...low, year: 1994 }],
  ['1984', { title: '1984' }],
  ['(2001)', { title: '(2001)' }],
  ['Low (A Novel)', { title: 'Low (A Novel)' }],
  ['Low-Water', { title: 'Low-Water' }],
  ['Low - A Tale - And More', { ...low, subtitle: 'A Tale - And More' }],
  ['Ann Lee - Low', low],
  ['Lee, Ann - Low', low],
  ['2001 - Ann Lee - Low', { ...low, year: 2001 }],
  ['Low (read by Ives, Nell)', { ...low, narrators: ['Nell Ives'] }],
  ['Low {Read by Nell Ives}', { ...low, narrators: ['Nell Ives'] }],
  ['Low {Nell Ives; Otto Brandt}', { ...low, narrators: ['Nell Ives', 'Otto Brandt'] }],
  ['Low (Waters, Book 4)', { ...low, series: 'Waters', sequence: '4' }],
  ['Low (Waters #2-3)', { ...low, series: 'Waters', sequence: '2-3' }],
  ['Low [Waters #4.5]', { ...low, series: 'Waters', sequence: '4.5' }],
  [
    'Low (Waters, Book 4) (2004) (Unabridged) [B012345678] {Nell Ives and Otto Brandt}',
    { ...low, series: 'Waters', sequence: '4', year: 2004, narrators: ['Nell Ives', 'Otto Brandt'] },
  ],
  ['Low [1234567890]', low],
  ...['{B012345678}', '{asin-B012345678}', '{ISBN 9780123456789}', '{012345678X}'].map(
    (identifier): [string, Row] => [`Low ${identifier}`, low],
  ),
  ...['[B012345678]', '(Unabridged)', '{B012345678}', '- B012345678'].map((end): [string, Row] => [
    `Low {Nell Ives} ${end}`,
    { ...low, narrators: ['Nell Ives'] },
  ]),
  ['Low {Nell Ives} (1994)', { ...low, year: 1994, narrators: ['Nell Ives'] }],
  ['Low - [1994] - A Tale', { ...low, year: 1994, subtitle: 'A Tale' }],
  ['102. Low', { title: '102. Low' }],
  ['5 - Low', { title: '5', subtitle: 'Low' }],
])('%s says what it does, outside of a series', (name, words) => {
  expect(readTitle(name, { series: null, authors: ['Ann Lee'] })).toEqual({ ...nothing, ...words })
})

it.each<[name: string, words: Row]>([
  ...['Tide 5 - Low', 'Tide [05] - Low', 'Tide #5 - Low', 'Tide, Book 5 - Low', 'Tide - 05 - Low'].map(
    (name): [string, Row] => [name, { ...low, sequence: '5' }],
  ),
  ...[
    'Book 5',
    'vol 5',
    'Vol. 5',
    'Volume 5',
    'BAND 05',
    'Buch 5',
    'Folge 5',
    'Episode 5',
    'Teil 5',
    'No 5',
  ].map((word): [string, Row] => [`${word} - Low`, { ...low, sequence: '5' }]),
  ...['0', '0.5', '1.5', '2-3', '1a', '102'].map((number): [string, Row] => [
    `${number} - Low`,
    { ...low, sequence: number },
  ]),
  ['Tide - Low', low],
  ['1 - Tide', { title: 'Tide', sequence: '1' }],
  ['Book 1 - Tide {Nell Ives}', { title: 'Tide', sequence: '1', narrators: ['Nell Ives'] }],
  ['1965 - Tide', { title: 'Tide', year: 1965 }],
  ['Book 1 - 1965 - Tide', { title: 'Tide', sequence: '1', year: 1965 }],
  ['Tide 5 - 1984', { title: '1984', sequence: '5' }],
  ['Ann Lee - Tide - Book 5 - Low - A Tale', { ...low, sequence: '5', subtitle: 'A Tale' }],
  ['Low (Book 3)', { ...low, sequence: '3' }],
  ['Book 3 - (1994) - Low', { ...low, sequence: '3', year: 1994 }],
  ['102. Low', { ...low, sequence: '102' }],
  ['1.5. Low', { ...low, sequence: '1.5' }],
  ['101 Low', { title: '101 Low' }],
  ['1994 - Low', { ...low, year: 1994 }],
  ['1 - 1994 - Low', { ...low, sequence: '1', year: 1994 }],
  ['1994 - 1 - Low', { ...low, sequence: '1', year: 1994 }],
  ['1984 - 1994 - Low', { ...low, sequence: '1984', year: 1994 }],
  ['1399 - Low', { ...low, sequence: '1399' }],
  ['2100 - Low', { ...low, sequence: '2100' }],
  ['Book 1 - 1994 - 3 - Low', { title: '3', subtitle: 'Low', sequence: '1', year: 1994 }],
  ['12345 - Low', { title: '12345', subtitle: 'Low' }],
  ['No Country - Low', { title: 'No Country', subtitle: 'Low' }],
])('%s says what it does, in the series Tide', (name, words) => {
  expect(readTitle(name, { series: 'Tide', authors: ['Ann Lee'] })).toEqual({ ...nothing, ...words })
})
