import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentQuery, readMoment, readSeconds, writeSeconds } from './moment.ts'

describe('the seconds of a text', () => {
  it.each([
    ['0', 0],
    ['90', 90],
    ['90.5', 90.5],
    ['007', 7],
    ['90m', 5400],
    ['45s', 45],
    ['2h', 7200],
    ['1h2m3s', 3723],
    ['1h3s', 3603],
    ['1h90m', 9000],
    ['12:30', 750],
    ['0:05', 5],
    ['90:30', 5430],
    ['1:02:03', 3723],
    ['100:00:00', 360_000],
  ])('%s', (text, seconds) => expect(readSeconds(text)).toBe(seconds))

  it.each([
    '',
    ' ',
    ' 90',
    '90 ',
    '-1',
    '+1',
    '.5',
    '5.',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '12:3',
    '12:60',
    '1:2:03',
    '1:60:03',
    '1:02:03:04',
    '12:30.5',
    ':30',
    '12:',
    '1.5m',
    '3s2m',
    'm',
    '1h2',
    '1H',
    '٩٠',
    '9'.repeat(400),
    '<script>',
    undefined,
    null,
    90,
    ['90', '120'],
  ])('none in %j', (text) => expect(readSeconds(text)).toBeNull())
})

describe('the moment of an address', () => {
  it.each([
    [{ t: '90' }, 3600, { startSeconds: 90, endSeconds: null }],
    [{ t: '90', end: '2:00' }, 3600, { startSeconds: 90, endSeconds: 120 }],
    [{ t: '90', end: '2:00' }, null, { startSeconds: 90, endSeconds: 120 }],
    [{ t: '90', end: '3h' }, 3600, { startSeconds: 90, endSeconds: 3600 }],
    [{ t: '90', end: '90' }, 3600, { startSeconds: 90, endSeconds: null }],
    [{ t: '90', end: '60' }, 3600, { startSeconds: 90, endSeconds: null }],
    [{ t: '90', end: 'soon' }, 3600, { startSeconds: 90, endSeconds: null }],
    [{ t: '3600' }, 3600, null],
    [{ t: 'now', end: '60' }, 3600, null],
    [{ end: '60' }, 3600, null],
    [{}, 3600, null],
  ])('of %j in %s seconds', (address, duration, moment) =>
    expect(readMoment(address, duration)).toEqual(moment),
  )
})

it.each([
  [0, '0s'],
  [45, '45s'],
  [3600, '1h'],
  [3723, '1h2m3s'],
  [3723.5, '3723.5'],
  [59.999, '1m'],
])('writes %s seconds as %s', (seconds, text) => expect(writeSeconds(seconds)).toBe(text))

it('reads what it writes, in an address as well', () => {
  const anySeconds = fc.integer({ min: 0, max: 50_000_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(anySeconds, anySeconds, (startSeconds, length) => {
      const endSeconds = length === 0 ? null : Math.round((startSeconds + length) * 100) / 100
      const query = momentQuery({ startSeconds, endSeconds })
      const address = Object.fromEntries(new URLSearchParams(query))
      expect(readMoment(address, null)).toEqual({ startSeconds, endSeconds })
      expect(new URL(query, 'http://a.example').search).toBe(query)
    }),
  )
})
