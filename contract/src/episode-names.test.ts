import { expect, test } from 'vitest'
import { numberedEpisode } from './episode-names.ts'

test.each([
  [null, 'Episode 7'],
  ['204', 'Episode 204'],
  ['12b', 'Episode 12b'],
  ['Part 3', 'Part 3'],
])('an episode that its feed calls %s is told as “%s”', (episodeLabel, told) => {
  expect(numberedEpisode({ number: 7, episodeLabel })).toBe(told)
})
