import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseChapterTime } from './chapter-time.ts'
import { readChaptersJson } from './chapters-json.ts'
import { transcriptFormat } from './transcript-type.ts'

const url = 'https://a.example/shows/chapters.json'
const read = (text: string) => readChaptersJson(Buffer.from(text), url)

test('reads the chapters of a table of contents in order of time', () => {
  const chapters = [
    { startTime: 90.5, title: 'Second &amp; last', url: 'https://u:p@b.example/', img: 'b.png' },
    { startTime: 0, title: 'First', endTime: 90.5, location: {} },
    { startTime: 30, title: 'A picture alone', toc: false },
    { startTime: '00:10', title: 'As a clock' },
    { title: 'Nowhere' },
    { startTime: -1, title: 'Before' },
    { startTime: 1, title: 7, url: 'javascript:1' },
    null,
    'x',
  ]
  const first = { startSeconds: 0, title: 'First', href: null, imageUrl: null }
  expect(read(`\ufeff${JSON.stringify({ version: '1.2.0', chapters })}`)).toEqual([
    first,
    { ...first, startSeconds: 10, title: 'As a clock' },
    {
      startSeconds: 90.5,
      title: 'Second & last',
      href: 'https://b.example/',
      imageUrl: 'https://a.example/shows/b.png',
    },
  ])
  expect(read('{"chapters":[]}')).toEqual([])
})

test.each([
  '',
  'null',
  '[]',
  '{"chapters":{}}',
  '<html>',
  '{',
  '['.repeat(1_000_000),
  `{"chapters":[${' '.repeat(2 * 1024 ** 2)}]}`,
])('takes no chapters from %j', (text) => {
  expect(read(text)).toBeNull()
})

test('takes a thousand chapters of many', () => {
  const chapters = Array.from({ length: 20_000 }, (_, at) => ({ startTime: at, title: `Chapter ${at}` }))
  expect(read(JSON.stringify({ chapters }))).toHaveLength(1_000)
})

test.each([
  ['90', 90],
  ['1:30', 90],
  ['01:00:01.5', 3601.5],
  ['00:01:02,250', 62.25],
  ['npt:00:10', 10],
  [' 7 ', 7],
  ['0', 0],
  ['', null],
  ['1:2:3:4', null],
  ['-5', null],
  ['1e3', null],
  ['9999999999', null],
  [null, null],
])('reads the time %j as %j', (given, seconds) => {
  expect(parseChapterTime(given)).toBe(seconds)
})

test.each([
  ['WEBVTT\n\n00:01.000 --> 00:02.000\nHi', 'vtt'],
  ['\ufeffWEBVTT - A title\r\n', 'vtt'],
  ['WEBVTTX', null],
  ['1\n00:00:01,000 --> 00:00:02,000\nHi', 'srt'],
  ['\n\n1\r\n00:00:01.000 --> 00:00:02.000\r\nHi', 'srt'],
  ['00:01,000 --> 00:02,000\nHi', 'srt'],
  ['{"version":"1.0.0","segments":[{"speaker":"A","startTime":0,"endTime":1,"body":"Hi"}]}', 'json'],
  ['{"segments":[]}', null],
  ['{"chapters":[]}', null],
  ['<!doctype html><p>Hi', null],
  ['Hi, this is a text.', null],
  ['', null],
  [`WEBVTT\n${'x'.repeat(2 * 1024 ** 2)}`, null],
] as const)('knows the form of %j', (text, format) => {
  expect(transcriptFormat(Buffer.from(text))).toBe(format)
})

test('knows a transcript in UTF-16', () => {
  const text = '\ufeff1\n00:00:01,000 --> 00:00:02,000\nHi'
  expect(transcriptFormat(Buffer.from(text, 'utf16le'))).toBe('srt')
})

test('never throws, whatever the bytes are', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        expect(readChaptersJson(bytes, url)?.length ?? 0).toBeLessThanOrEqual(1_000)
        transcriptFormat(bytes)
      },
    ),
  )
})
