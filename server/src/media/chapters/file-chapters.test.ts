import { expect, it } from 'vitest'
import { chaptersOfFiles, type SoundFile, startsOf } from './file-chapters.ts'

const file = (title: string, ...starts: number[]): SoundFile => ({
  durationMs: 10_000,
  title,
  chapters: starts.map((startMs) => ({ startMs, title: `At ${startMs}` })),
})

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
