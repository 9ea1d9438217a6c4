import { expect, it } from 'vitest'
import { formatLength } from './format-length.ts'
import { formatAgo, formatTime, secondsLeft, spokenProgress, spokenTime } from './format-time.ts'

it.each([
  [0, '00:00', '0 seconds'],
  [0.9, '00:00', '0 seconds'],
  [1, '00:01', '1 second'],
  [61, '01:01', '1 minute 1 second'],
  [724, '12:04', '12 minutes 4 seconds'],
  [1860, '31:00', '31 minutes'],
  [3599.999, '59:59', '59 minutes 59 seconds'],
  [3600, '1:00:00', '1 hour'],
  [3731, '1:02:11', '1 hour 2 minutes 11 seconds'],
  [36_000, '10:00:00', '10 hours'],
  [-1, '00:00', '0 seconds'],
  [Number.NaN, '00:00', '0 seconds'],
  [Number.POSITIVE_INFINITY, '00:00', '0 seconds'],
])('%s seconds read %s and sound %s', (seconds, written, spoken) => {
  expect(formatTime(seconds)).toBe(written)
  expect(spokenTime(seconds)).toBe(spoken)
})

it('says how far it is', () => {
  expect(spokenProgress(724, 1860)).toBe('12 minutes 4 seconds of 31 minutes')
  expect(spokenProgress(724, null)).toBe('12 minutes 4 seconds')
})

it.each([
  [null, null],
  [0, null],
  [-3, null],
  [Number.NaN, null],
  [0.2, '1 s'],
  [9.6, '9 s'],
  [45.4, '45 s'],
  [59.7, '59 s'],
  [90, '1 min'],
  [1860, '31 min'],
  [3570, '59 min'],
  [3600, '1 h'],
  [7440, '2 h 4 min'],
  [28_800, '8 h'],
])('a length of %s seconds is %s', (seconds, words) => {
  expect(formatLength(seconds)).toBe(words)
})

it.each([1.2, 9.6, 67.9, 3600, 41_055.5])(
  'of %s seconds, what is heard and what is left are the length on the clock',
  (duration) => {
    for (const position of [0, 0.4, 0.95, duration / 3, duration - 0.1]) {
      const told = Math.floor(position) + secondsLeft(duration, position)
      expect(formatTime(told)).toBe(formatTime(duration))
    }
  },
)

it.each([
  [-20, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [8 * 60 + 59, '8 min ago'],
  [3600, '1 h ago'],
  [86_399, '23 h ago'],
  [86_400, '1 day ago'],
  [3 * 86_400, '3 days ago'],
  [Number.NaN, 'just now'],
])('%s seconds ago are %s', (seconds, expected) => {
  expect(formatAgo(seconds)).toBe(expected)
})
