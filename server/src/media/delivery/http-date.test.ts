import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatHttpDate, parseHttpDate } from './http-date.ts'

const now = Date.UTC(2026, 5, 1)
const example = Date.UTC(1994, 10, 6, 8, 49, 37)

it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'The examples of RFC 9110, 5.6.7 are one instant: %s',
  (text) => {
    expect(parseHttpDate(text, now)).toBe(example)
  },
)

it('A two-digit year more than 50 years ahead is of the century before', () => {
  expect(parseHttpDate('Tuesday, 02-Jun-76 00:00:00 GMT', now)).toBe(Date.UTC(2076, 5, 2))
  expect(parseHttpDate('Thursday, 02-Jun-77 00:00:00 GMT', now)).toBe(Date.UTC(1977, 5, 2))
})

it.each([
  '',
  '0',
  '2026',
  '2026-01-02T03:04:05Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'sun, 06 nov 1994 08:49:37 gmt',
  'Mon, 06 Nov 1994 08:49:37 GMT',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Wed, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:49:37 GMT',
  'Sun Nov 06 08:49:37 1994 GMT',
  'Sunday, 06-Xxx-94 08:49:37 GMT',
])('No HTTP-date: %s', (text) => {
  expect(parseHttpDate(text, now)).toBeNull()
})

it('Every formatted date is read back to the second', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      const second = Math.floor(date.getTime() / 1000) * 1000
      expect(parseHttpDate(formatHttpDate(second), now)).toBe(second)
    }),
  )
})
