import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isGoneForGood,
  longestMs,
  longestWishMs,
  nextCheck,
  nextTry,
  readMaxAge,
  readRetryAfter,
  shortestMs,
} from './schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 0, 31)

const every = (gap: number, count: number) => Array.from({ length: count }, (_, index) => now - index * gap)
const asked = { now, isFollowed: true, maxAgeMs: null, ttlMs: null, random: 0.5 }

describe('the next check of a feed that answers', () => {
  test.each([
    ['a weekly one: an eighth of the gap', { publishedAts: every(7 * day, 12) }, 21 * hour],
    ['a daily one', { publishedAts: every(day, 12) }, 3 * hour],
    ['an hourly one: not before half an hour', { publishedAts: every(hour, 12) }, 30 * minute],
    ['a monthly one: after a day at the latest', { publishedAts: every(30 * day, 12) }, day],
    ['one without items', { publishedAts: [] }, day],
    ['one of a single item: the time since', { publishedAts: [now - 2 * day] }, 6 * hour],
    [
      'one that ten items of another pace follow',
      { publishedAts: [...every(day, 10), now - 900 * day] },
      3 * hour,
    ],
    ['one that nobody follows', { publishedAts: every(hour, 12), isFollowed: false }, day],
    ['one that wants two hours by max-age', { publishedAts: every(hour, 12), maxAgeMs: 2 * hour }, 2 * hour],
    [
      'one that wants five hours by ttl',
      { publishedAts: every(hour, 12), ttlMs: 5 * hour, maxAgeMs: hour },
      5 * hour,
    ],
    ['one that wants a year', { publishedAts: every(hour, 12), maxAgeMs: 365 * day }, 3 * day],
    ['the earliest moment', { publishedAts: every(day, 12), random: 0 }, 2.7 * hour],
    ['the latest moment', { publishedAts: every(day, 12), random: 1 }, 3.3 * hour],
  ])('%s', (_name, given, after) => {
    expect(nextCheck({ ...asked, ...given })).toBeCloseTo(now + after, -1)
  })

  test('is within its bounds whatever the feed says', () => {
    const instants = fc.array(fc.integer({ min: -1e13, max: now + day }), { maxLength: 30 })
    const wish = fc.option(fc.integer({ min: 0, max: 2 ** 40 }))
    const random = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        instants,
        fc.boolean(),
        wish,
        wish,
        random,
        (publishedAts, isFollowed, maxAgeMs, ttlMs, at) => {
          const after = nextCheck({ now, publishedAts, isFollowed, maxAgeMs, ttlMs, random: at }) - now
          expect(after).toBeGreaterThanOrEqual(0.9 * shortestMs - 1)
          expect(after).toBeLessThanOrEqual(Math.max(1.1 * longestMs, longestWishMs) + 1)
          expect(after).toBeGreaterThanOrEqual(Math.min(maxAgeMs ?? 0, longestWishMs) - 1)
        },
      ),
    )
  })
})

describe('the next try of one that does not answer', () => {
  test.each([
    [1, 0, 'active', 30 * minute],
    [2, hour, 'active', hour],
    [5, 10 * hour, 'active', 8 * hour],
    [7, 2 * day, 'active', day],
    [9, 3 * day, 'failing', day],
    [500, 29 * day, 'failing', day],
    [40, 30 * day, 'failing', 3 * day],
  ] as const)('failure %i after %i ms: %s, in %i ms', (failures, lasted, state, after) => {
    const times = { now, failures, failedSince: now - lasted, retryAfterMs: null, random: 0.5 }
    expect(nextTry(times)).toEqual({ state, nextAt: now + after })
  })

  test('waits as long as it is asked to', () => {
    const times = { now, failures: 1, failedSince: now, retryAfterMs: 5 * hour, random: 0.5 }
    expect(nextTry(times).nextAt).toBe(now + 5 * hour)
  })

  test('410 twice a day apart is for good', () => {
    expect(isGoneForGood(null, now)).toBe(false)
    expect(isGoneForGood(now - day + 1, now)).toBe(false)
    expect(isGoneForGood(now - day, now)).toBe(true)
  })
})

describe('what answers ask for', () => {
  test.each([
    ['120', 120_000],
    [new Date(now + hour).toUTCString(), hour],
    [new Date(now - hour).toUTCString(), 0],
    ['soon', null],
    [undefined, null],
  ])('Retry-After %s is %s', (header, after) => {
    expect(readRetryAfter(header, now)).toBe(after)
  })

  test.each([
    [{ 'cache-control': 'public, max-age=300' }, 300_000],
    [{ 'cache-control': 'max-age=300', age: '100' }, 200_000],
    [{ 'cache-control': 's-maxage=300' }, null],
    [{ 'cache-control': 'max-age=300', age: '900' }, 0],
    [{}, null],
  ])('the age of %j is %s', (headers, age) => {
    expect(readMaxAge(headers as Record<string, string>)).toBe(age)
  })
})
