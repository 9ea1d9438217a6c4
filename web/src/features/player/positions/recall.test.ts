import { expect, it } from 'vitest'
import { resumeAt } from './recall.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const place = { position: 100, finished: false, at: 5 * day }

it.each([
  ['at once', 0, 100],
  ['just under 5 minutes later', 5 * minute - second, 100],
  ['5 minutes later', 5 * minute, 90],
  ['just under an hour later', hour - second, 90],
  ['an hour later', hour, 80],
  ['just under a day later', day - second, 80],
  ['a day later', day, 70],
  ['by a clock that went back', -day, 100],
])('%s it goes on', (_name, away, expected) => {
  expect(resumeAt(place, place.at + away)).toBe(expected)
})

it('never goes back before the start', () => {
  expect(resumeAt({ ...place, position: 12 }, place.at + 2 * day)).toBe(0)
})

it('starts over what was finished', () => {
  expect(resumeAt({ ...place, finished: true }, place.at)).toBe(0)
})
