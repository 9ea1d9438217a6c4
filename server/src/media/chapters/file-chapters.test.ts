import { maxChapterTitleLength } from '@earmark/contract/limits.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chaptersOfFiles, type SoundFile, startsOf } from './file-chapters.ts'

const file = (title: string, ...starts: number[]): SoundFile => ({
  durationMs: 10_000,
  title,
  name: '',
  chapters: starts.map((startMs) => ({ startMs, title: `At ${startMs}` })),
})

const named = (...names: string[]) => names.map((name) => ({ ...file(''), name }))

type Expected = [startMs: number, title: string][]

it.each<[what: string, files: SoundFile[], expected: Expected]>([
  ['no file has none', [], []],
  ['one file without any has none', [file('Book')], []],
  ['one file has its own', [file('Book', 7_000)], [[7_000, 'At 7000']]],
  [
    'files of different titles are chapters',
    [file('One'), file('Two')],
    [
      [0, 'One'],
      [10_000, 'Two'],
    ],
  ],
  [
    'files of one title are counted',
    [file('Book'), file('Book')],
    [
      [0, 'Chapter 1'],
      [10_000, 'Chapter 2'],
    ],
  ],
  [
    'a file without a title is counted',
    [file('One'), file('')],
    [
      [0, 'One'],
      [10_000, 'Chapter 2'],
    ],
  ],
  [
    'a file of one chapter is one',
    [file('One', 3_000), file('Two')],
    [
      [0, 'One'],
      [10_000, 'Two'],
    ],
  ],
  [
    'a file of several gives its own, behind those before it',
    [file('One'), file('Two', 0, 4_000), file('Three')],
    [
      [0, 'One'],
      [10_000, 'At 0'],
      [14_000, 'At 4000'],
      [20_000, 'Three'],
    ],
  ],
  [
    'chapters past the end of their file are not in the next one',
    [file('One', 0, 4_000, 12_000), file('Two')],
    [
      [0, 'At 0'],
      [4_000, 'At 4000'],
      [10_000, 'Two'],
    ],
  ],
])('%s', (_what, files, expected) => {
  expect(chaptersOfFiles(files)).toEqual(expected.map(([startMs, title]) => ({ startMs, title })))
})

it('each file begins where the one before ends', () => {
  expect(startsOf([file('One'), file('Two'), file('Three')])).toEqual([0, 10_000, 20_000])
})

it.each<[what: string, names: string[], expected: string[]]>([
  ['numbers before', ['01 - The Platform.flac', '02 - The Train.flac'], ['The Platform', 'The Train']],
  ['a common beginning', ['Disc 1 Track 03 Arrival.mp3', 'Disc 1 Track 04 Night.mp3'], ['Arrival', 'Night']],
  ['a common end', ['1. One (unabridged).mp3', '2. Two (unabridged).mp3'], ['One', 'Two']],
  ['underscores', ['My_Book_01_The_Lock.mp3', 'My_Book_02_A_Key.mp3'], ['The Lock', 'A Key']],
  ['numbers in brackets', ['[01] One.mp3', '[02] Two.mp3'], ['One', 'Two']],
  ['discs and numbers', ['1-01 One.mp3', '2-01 Two.mp3'], ['One', 'Two']],
  ['a number within the title', ['01 - 39 Steps.mp3', '02 - 3rd Day.mp3'], ['39 Steps', '3rd Day']],
  [
    'a bracket at the end of each',
    ['Ashes (Part 1).mp3', 'Embers (Part 2).mp3'],
    ['Ashes (Part 1)', 'Embers (Part 2)'],
  ],
  ['an apostrophe', ["It's.mp3", "That's.mp3"], ["It's", "That's"]],
  ['other writings', ['第一章.mp3', '第二章.mp3'], ['第一章', '第二章']],
  ['numbers alone', ['01.mp3', '02.mp3'], ['Chapter 1', 'Chapter 2']],
  ['numbers behind a word', ['Chapter01.mp3', 'Chapter02.mp3'], ['Chapter 1', 'Chapter 2']],
  ['an empty rest', ['Book.mp3', 'Book Epilogue.mp3'], ['Chapter 1', 'Epilogue']],
  ['one name', ['blob', 'blob'], ['Chapter 1', 'Chapter 2']],
  ['a file without a name', ['', '02 One.mp3', '03 Two.mp3'], ['Chapter 1', 'One', 'Two']],
  ['one file with a name', ['', '02 One.mp3'], ['Chapter 1', 'Chapter 2']],
])('files of one title are named by what differs in their names: %s', (_what, names, expected) => {
  expect(chaptersOfFiles(named(...names)).map(({ title }) => title)).toEqual(expected)
})

it('titles that differ count more than names', () => {
  const [one, two] = [
    { ...file('One'), name: '1 Other.mp3' },
    { ...file('Two'), name: '2 Another.mp3' },
  ]
  expect(chaptersOfFiles([one, two]).map(({ title }) => title)).toEqual(['One', 'Two'])
})

it('a file without a title among others that have one is named by its name', () => {
  const [first, ...others] = named('01 - Alpha.mp3', '02 - Beta.mp3', '03 - Gamma.mp3')
  const files = [
    { ...(first as SoundFile), title: 'Opening' },
    ...others.map((one) => ({ ...one, title: '' })),
  ]
  expect(chaptersOfFiles(files).map(({ title }) => title)).toEqual(['Opening', 'Beta', 'Gamma'])
})

it('files of any names have a chapter each, with a title that is not too long', () => {
  const part = fc.constantFrom(
    '01',
    'Disc',
    ' ',
    '_',
    ' - ',
    '.',
    'mp3',
    '(',
    ')',
    '🎧',
    '\uD83C',
    'x'.repeat(200),
  )
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 12 }), (names) => {
      const chapters = chaptersOfFiles(named(...names))
      expect(chapters.map(({ startMs }) => startMs)).toEqual(names.map((_, place) => place * 10_000))
      for (const { title } of chapters) {
        expect(title).not.toBe('')
        expect(Array.from(title).length).toBeLessThanOrEqual(maxChapterTitleLength)
      }
    }),
  )
})
