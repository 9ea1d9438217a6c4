import { expect, test } from 'vitest'
import { neighbours } from './neighbours.ts'

const episodes = [1, 2, 3, 5].map((number) => ({ number }))

test.for([
  { number: 1, previous: undefined, next: 2 },
  { number: 2, previous: 1, next: 3 },
  { number: 3, previous: 2, next: undefined },
  { number: 5, previous: undefined, next: undefined },
])('episode $number has $previous before and $next after it', ({ number, previous, next }) => {
  const found = neighbours(episodes, number)
  expect(found.previous?.number).toBe(previous)
  expect(found.next?.number).toBe(next)
})
