import { expect, it } from 'vitest'
import { createStatementNames } from './statement-names.ts'

it('names what comes again, each text by a name of its own that stays', () => {
  const nameOf = createStatementNames()
  expect([nameOf('a'), nameOf('b')]).toEqual([undefined, undefined])
  const [a, b] = [nameOf('a'), nameOf('b')]
  expect(a).toBeDefined()
  expect(b).toBeDefined()
  expect(a).not.toBe(b)
  expect([nameOf('a'), nameOf('b')]).toEqual([a, b])
})

it('names neither the longest texts nor more than a connection may prepare', () => {
  const nameOf = createStatementNames()
  const long = 'x'.repeat(10_000)
  expect([nameOf(long), nameOf(long)]).toEqual([undefined, undefined])
  const names = Array.from({ length: 300 }, (_, number) => [nameOf(`${number}`), nameOf(`${number}`)][1])
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200)
})
