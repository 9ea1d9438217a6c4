import { expect, it } from 'vitest'
import { formatDay } from './format-day.ts'

const now = new Date(2026, 10, 22, 9).getTime()

it.each([
  [new Date(2026, 10, 22, 23, 59), 'Today'],
  [new Date(2026, 10, 22, 0, 0), 'Today'],
  [new Date(2026, 10, 21, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 19, 12), 'Thursday'],
  [new Date(2026, 10, 16, 0), 'Monday'],
  [new Date(2026, 10, 15, 23), '15 November 2026'],
  [new Date(2025, 10, 22, 9), '22 November 2025'],
  [new Date(2026, 10, 23, 0), '23 November 2026'],
])('%s is %s', (day, words) => {
  expect(formatDay(day.toISOString(), now)).toBe(words)
})
