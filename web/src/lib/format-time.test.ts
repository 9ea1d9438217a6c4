import { expect, it } from 'vitest'
import { formatTime, spokenProgress, spokenTime } from './format-time.ts'

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
