import { expect, test } from 'vitest'
import { creatorMessages } from './messages.ts'

const works = (books: number, episodesCount: number) => ({
  role: 'Host' as const,
  audioBooks: Array.from({ length: books }, () => ({}) as never),
  podcasts: [],
  episodesCount,
})

test.each([
  [works(2, 0), 'Host of 2'],
  [works(0, 1), 'Host in 1 episode'],
  [works(1, 3), 'Host of 1 and in 3 episodes'],
])('a role is told with the numbers of its records and episodes', (those, words) => {
  expect(creatorMessages.roleOf(those)).toBe(words)
})
