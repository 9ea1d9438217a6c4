import { expect, test } from 'vitest'
import { messages } from './page-messages.ts'

test.each([
  [null, 'Episode 7'],
  ['204', 'Episode 204'],
  ['12b', 'Episode 12b'],
  ['Part 3', 'Part 3'],
])('an episode that its feed calls %s is told as “%s”', (episodeLabel, told) => {
  expect(messages.episode({ number: 7, episodeLabel })).toBe(told)
})
