import { describe, expect, test } from 'vitest'
import {
  areDifferent,
  type AudioChoice,
  audioEntries,
  audioRows,
  audioSummary,
  byName,
  isAudioStored,
  moved,
  namedRefusal,
  rebasedAudio,
  type StoredAudio,
  storedAudio,
} from './audio-values.ts'

const file = (name: string) => new File(['sound'], name)
const chosen = (name: string) => ({ kind: 'chosen', file: file(name) }) as const
const stored = (number: number, durationSeconds: number | null = 60): StoredAudio => ({
  kind: 'stored',
  url: `/media/${number}.mp3`,
  name: `Track ${number}`,
  durationSeconds,
})
const [one, two, three] = [stored(1), stored(2), stored(3)]
const [four, ten] = [chosen('4.mp3'), chosen('10.mp3')]

test('tracks are called by their titles, or by their places', () => {
  const track = { number: 1, title: 'The Dark Pier', audioUrl: '/media/1.mp3', durationSeconds: 60 }
  expect(storedAudio({ tracks: [track, { ...track, number: 2, title: null }] })).toMatchObject([
    { name: 'The Dark Pier', url: '/media/1.mp3' },
    { name: 'Track 2' },
  ])
  expect(storedAudio({ tracks: [], audioUrl: null })).toEqual([])
})

test('what has no tracks has one file, or none', () => {
  expect(storedAudio({ audioUrl: '/media/1.mp3', durationSeconds: 60 })).toMatchObject([
    { url: '/media/1.mp3', durationSeconds: 60 },
  ])
  expect(storedAudio({ audioUrl: null })).toEqual([])
})

test.each([
  [{ audioUrl: null, tracksCount: 2 }, true],
  [{ audioUrl: null, tracksCount: 0 }, false],
  [{ audioUrl: '/media/1.mp4', tracksCount: 2 }, false],
  [{}, false],
])('whether the files of %j are of different kinds: %s', (record, expected) => {
  expect(areDifferent(record)).toBe(expected)
})

test('a row is known by its file, also by one of many of the same name', () => {
  expect(audioRows([four, { ...one, url: '/media/1.mp3?signature=a' }, chosen('4.mp3')])).toMatchObject([
    { id: '4.mp3-1', name: '4.mp3', fact: '5 bytes' },
    { id: '/media/1.mp3-1', name: 'Track 1', fact: '01:00' },
    { id: '4.mp3-2' },
  ])
})

test.each([
  [[one], '1 file · 01:00'],
  [[one, two, stored(3, 3600)], '3 files · 1:02:00'],
  [[one, four], '2 files'],
  [[stored(1, null)], '1 file'],
])('%j are told as %s', (audio, expected) => {
  expect(audioSummary(audio)).toBe(expected)
})

test('files that are chosen at once are sorted as people count', () => {
  const names = ['Disc 10.mp3', 'disc 2.mp3', 'Disc 1.mp3']
  expect(byName(names.map(file)).map(({ name }) => name)).toEqual(['Disc 1.mp3', 'disc 2.mp3', 'Disc 10.mp3'])
})

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('from place %s to %s', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected)
})

test.each([
  ['File 2: The file is broken.', '“10.mp3”: The file is broken.'],
  ['File 3: The file is broken.', 'File 3: The file is broken.'],
  ['The file is broken.', 'The file is broken.'],
])('the refusal “%s” is told as “%s”', (text, expected) => {
  expect(namedRefusal(text, [four, one, ten])).toBe(expected)
})

describe('what is sent', () => {
  test.each<[string, AudioChoice[], string[]]>([
    ['the addresses of files that stay', [two, one], ['AudioUrl', 'AudioUrl']],
    ['new files', [four, ten], ['Audio', 'Audio']],
    ['new ones among those that stay', [one, four, two], ['AddsAudio', 'AudioUrl', 'Audio', 'AudioUrl']],
    ['nothing, to clear', [], []],
  ])('%s', (_name, audio, expected) => {
    expect(audioEntries(audio).map(([name]) => name)).toEqual(expected)
  })
})

test.each<[string, AudioChoice[], AudioChoice[], boolean]>([
  ['the same files', [one, two], [one, two], true],
  ['in another order', [two, one], [one, two], false],
  ['one fewer', [one], [one, two], false],
  ['a new file at its place', [one, three, two], [one, four, two], true],
  ['not the new file', [two, one, three], [two, four, three], false],
  ['all cleared', [], [], true],
])('after a save, %s', (_name, found, sent, expected) => {
  expect(isAudioStored(found, sent, [one, two])).toBe(expected)
})

test.each<[string, AudioChoice[], AudioChoice[]]>([
  ['files that were left alone are theirs', [one, two], [three, two]],
  ['another order has the files that are still there', [two, one], [two]],
  ['new files stay', [one, four, two], [four, two]],
  ['cleared ones stay so', [], []],
])('over a newer version, %s', (_name, mine, expected) => {
  expect(rebasedAudio(mine, [one, two], [three, two])).toEqual(expected)
})
