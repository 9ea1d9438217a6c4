import { expect, test } from 'vitest'
import { parseFeedDate } from './feed-dates.ts'
import { parseDuration, parseLanguage, parseLength, parseUrl, parseYesNo } from './feed-values.ts'

const utc = (...parts: [number, number, number, number?, number?, number?]) =>
  Date.UTC(parts[0], parts[1] - 1, ...(parts.slice(2) as [number]))
const morning = utc(2026, 1, 5, 6)

test.each<[string, number | null]>([
  ['Mon, 05 Jan 2026 06:00:00 GMT', morning],
  ['Mon, 05 Jan 2026 06:00:00 +0000', morning],
  ['Mon, 5 Jan 2026 06:00:00 Z', morning],
  ['Mon, 05 Jan 2026 06:00 UT', morning],
  ['Mon, 05 Jan 2026 06:00:00', morning],
  ['Mon, 05 Jan 26 06:00:00 GMT', morning],
  ['05 Jan 2026 06:00:00 GMT', morning],
  ['Monday, 05 January 2026 06:00:00 GMT', morning],
  ['Wed, 05 Jan 2026 06:00:00 GMT', morning],
  ['Mon,05 Jan 2026 06:00:00 GMT', morning],
  ['Mon 05 Jan 2026 06:00:00 GMT', morning],
  ['  Mon,  05  Jan  2026  06:00:00  GMT ', morning],
  ['Mon, 05-Jan-2026 06:00:00 GMT', morning],
  ['Mon, 05 Jan 2026, 06:00:00 GMT', morning],
  ['Mon, 05 Jan 2026 6:00:00 GMT', morning],
  ['Mon, 05 Jan 2026 07:00:00 +0100', morning],
  ['Mon, 05 Jan 2026 07:00:00 +01:00', morning],
  ['Mon, 05 Jan 2026 07:00:00 +1', morning],
  ['Mon, 05 Jan 2026 07:00:00 GMT+1', morning],
  ['Mon, 05 Jan 2026 07:00:00 CET', morning],
  ['Mon, 05 Jan 2026 01:00:00 EST', morning],
  ['Mon, 05 Jan 2026 01:00:00 -0500', morning],
  ['Sun, 04 Jan 2026 22:00:00 PST', morning],
  ['Mon, 05 Jan 2026 01:00:00 GMT-0500 (EST)', morning],
  ['Mon Jan 05 2026 06:00:00 GMT+0000 (Coordinated Universal Time)', morning],
  ['Mon Jan  5 06:00:00 2026 GMT', morning],
  ['Mon Jan 5 06:00:00 GMT 2026', morning],
  ['Mon, Jan 05 2026 06:00:00 GMT', morning],
  ['January 5, 2026 6:00 AM', morning],
  ['January 5th, 2026 06:00:00', morning],
  ['5 January 2026 6:00 pm', utc(2026, 1, 5, 18)],
  ['Mon, 05 Jan 2026 12:30 AM', utc(2026, 1, 5, 0, 30)],
  ['Sun, 04 Jan 2026 24:00:00 GMT', utc(2026, 1, 5)],
  ['Mon, 05 Jan 2026 06:00:60 GMT', utc(2026, 1, 5, 6, 0, 59)],
  ['Mon, 05 Jan 2026', utc(2026, 1, 5)],
  ['Sun, 31 Feb 2026 06:00:00 GMT', utc(2026, 3, 3, 6)],
  ['Mo, 05 Mär 2026 07:00:00 +0100', utc(2026, 3, 5, 6)],
  ['lun, 05 ene 2026 06:00:00 +0000', morning],
  ['lun., 05 janv. 2026 06:00:00 +0000', morning],
  ['seg, 05 Dez 2025 06:00:00 +0000', utc(2025, 12, 5, 6)],
  ['Monday, January 5, 2026 - 06:00', morning],
  ['Mon, 5 Jan 2026 06:00:00 UTC', morning],
  ['2026-01-05T06:00:00Z', morning],
  ['2026-01-05T06:00:00.123Z', morning],
  ['2026-01-05T07:00:00+01:00', morning],
  ['2026-01-05 06:00:00', morning],
  ['2026-01-05T06:00', morning],
  ['2026-01-05T01:00:00-0500', morning],
  ['2026-01-05', utc(2026, 1, 5)],
  ['2026/01/05 06:00:00', morning],
  ['20260105T060000Z', morning],
  ['20260105T0700+0100', morning],
  ['20260105', utc(2026, 1, 5)],
  ['2026010506', null],
  ['1767592800', null],
  ['Mon, 05 Jan 2026 06.00.00 GMT', morning],
  ['Mon, 05 Jan 2026 6:0:0 GMT', morning],
  ['Mon, 05 Jan 2026 01:00:00 -500', morning],
  ['Mo, 05 Jan 2026 07:00:00 MEZ', morning],
  ['Mon, 02 May 1960 09:05:01 +0100', utc(1960, 5, 2, 8, 5, 1)],
  ['Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['Wed, 31 Dec 1969 19:00:00 -0500', null],
  ['0000-00-00 00:00:00', null],
  ['Mon, 05 Foo 2026 06:00:00 GMT', null],
  ['Mon, 00 Jan 2026 06:00:00 GMT', null],
  ['yesterday', null],
  ['', null],
  ['9'.repeat(100_000), null],
])('reads the date "%s"', (text, instant) => {
  expect(parseFeedDate(text)).toBe(instant)
})

test.each<[string, number | null]>([
  ['3723', 3723],
  ['1:02:03', 3723],
  ['01:02:03', 3723],
  ['62:03', 3723],
  ['1:02:03.5', 3723.5],
  [' 90 ', 90],
  ['0', null],
  ['00:00:00', null],
  ['-5', null],
  ['1h 2m', null],
  ['1:2:3:4', null],
  ['99999999', null],
  ['', null],
])('reads the duration "%s"', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each<[string, number | null]>([
  ['12345678', 12_345_678],
  ['12,345,678', 12_345_678],
  ['12.345.678', 12_345_678],
  ['12 345 678', 12_345_678],
  ['12\u00a0345\u202f678', 12_345_678],
  ["12'345'678", 12_345_678],
  ['1000 bytes', 1000],
  ['0', null],
  ['-1', null],
  ['12.3 MB', null],
  ['1:02:03', null],
  ['9'.repeat(30), null],
  ['', null],
])('reads the length "%s"', (text, bytes) => {
  expect(parseLength(text)).toBe(bytes)
})

test('reads words and languages', () => {
  expect(['Yes', 'TRUE', 'explicit', 'no', 'clean', 'False', 'maybe', ''].map(parseYesNo)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    null,
    null,
  ])
  expect(['en', 'EN_us', 'de-at', 'zh-hans-cn', 'english language', '', '-'].map(parseLanguage)).toEqual([
    'en',
    'en-US',
    'de-AT',
    'zh-Hans-CN',
    null,
    null,
    null,
  ])
})

test.each<[string, string | null]>([
  ['https://b.example/x y', 'https://b.example/x%20y'],
  ['//b.example/x', 'https://b.example/x'],
  ['x.mp3', 'https://a.example/x.mp3'],
  ['feed:https://b.example/', 'https://b.example/'],
  ['javascript:1', null],
  ['data:,x', null],
  ['http://', null],
  [`https://b.example/${'a'.repeat(9000)}`, null],
])('reads the address %s', (text, url) => {
  expect(parseUrl(text, 'https://a.example/feed')).toBe(url)
})
