import { expect, it } from 'vitest'
import type { SideChapters } from '../import-record.ts'
import { readSideChapters } from './side-chapters.ts'

const cue = (...names: string[]) =>
  names
    .map(
      (name, place) => `FILE "${name}" MP3\n  TRACK 01 AUDIO\n    TITLE "${place}"\n    INDEX 01 00:00:00\n`,
    )
    .join('')
const json = JSON.stringify({ chapters: [{ startTime: 0, title: '0' }] })

const part = (path: string | null, title = '0') => ({ path, chapters: [{ startMs: 0, title }] })

it.each<[what: string, texts: Record<string, string>, sounds: string[], expected: SideChapters[]]>([
  ['nothing', {}, ['B/1.mp3'], []],
  [
    'chapters.json is the book’s',
    { 'B/chapters.json': json },
    ['B/1.mp3', 'B/2.mp3'],
    [{ source: 'Json', parts: [part(null)] }],
  ],
  [
    'a JSON file is the sound’s that it is called by',
    { 'B/2.json': json },
    ['B/1.mp3', 'B/2.mp3'],
    [{ source: 'Json', parts: [part('B/2.mp3')] }],
  ],
  [
    'also with its extension',
    { 'B/2.MP3.json': json },
    ['B/1.mp3', 'B/2.mp3'],
    [{ source: 'Json', parts: [part('B/2.mp3')] }],
  ],
  ['JSON that has no chapters is passed over', { 'B/chapters.json': '{}', 'B/1.json': '[' }, ['B/1.mp3'], []],
  [
    'a cue sheet is the sound’s that it is called by',
    { 'B/1.cue': cue('old name.wav'), 'B/3.cue': cue('3.mp3') },
    ['B/1.mp3'],
    [{ source: 'Cue', parts: [part('B/1.mp3')] }],
  ],
  [
    'the only one is the book’s',
    { 'B/book.cue': cue('../../etc/passwd') },
    ['B/1.mp3'],
    [{ source: 'Cue', parts: [part(null)] }],
  ],
  [
    'one of several without a name of the book’s says nothing',
    { 'B/x.cue': cue('a'), 'B/y.cue': cue('b') },
    ['B/1.mp3'],
    [],
  ],
  [
    'one of several files tells each of them',
    { 'B/book.cue': cue('1.MP3', 'C:\\rip\\2.mp3', 'gone.mp3') },
    ['B/1.mp3', 'B/2.mp3'],
    [{ source: 'Cue', parts: [part('B/1.mp3'), part('B/2.mp3', '1')] }],
  ],
  [
    'that in the folder of a book of discs is the book’s',
    { 'B/CD1/chapters.json': json, 'B/chapters.json': json.replace('"0"', '"whole"') },
    ['B/CD1/1.mp3', 'B/CD2/1.mp3'],
    [{ source: 'Json', parts: [part(null, 'whole')] }],
  ],
  [
    'one of several discs names their folders',
    { 'B/book.cue': cue('CD1\\1.mp3', 'CD2\\1.mp3') },
    ['B/CD1/1.mp3', 'B/CD2/1.mp3'],
    [{ source: 'Cue', parts: [part('B/CD1/1.mp3'), part('B/CD2/1.mp3', '1')] }],
  ],
  [
    'one of several files may know them under other extensions',
    { 'B/book.cue': cue('CD1\\1.wav', 'CD2\\1.wav', '2.wav') },
    ['B/CD1/1.mp3', 'B/CD2/1.mp3', 'B/2.mp3'],
    [{ source: 'Cue', parts: [part('B/CD1/1.mp3'), part('B/CD2/1.mp3', '1'), part('B/2.mp3', '2')] }],
  ],
  ['that of another folder is not asked', { 'C/book.cue': cue('1.mp3') }, ['B/1.mp3'], []],
  [
    'JSON comes before a cue sheet',
    { 'B/1.cue': cue('1.mp3'), 'B/1.json': json },
    ['B/1.mp3'],
    [
      { source: 'Json', parts: [part('B/1.mp3')] },
      { source: 'Cue', parts: [part('B/1.mp3')] },
    ],
  ],
])('%s', (_what, texts, sounds, expected) => {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const folders = ['B', 'B/CD1', 'B/CD2']
  expect(readSideChapters(files, { sounds, folders, ownsFolders: true })).toEqual(expected)
})

it('in a folder of several books they are whose they name', () => {
  const texts = [
    { path: 'chapters.json', text: json },
    { path: 'all.cue', text: cue('b.mp3') },
  ]
  const read = (sound: string) =>
    readSideChapters(texts, { sounds: [sound], folders: [''], ownsFolders: false })
  expect(read('a.mp3')).toEqual([])
  expect(read('b.mp3')).toEqual([{ source: 'Cue', parts: [part('b.mp3')] }])
})
