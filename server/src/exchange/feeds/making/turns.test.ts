import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

const never = new AbortController().signal

function startAll(turns: Turns, names: string, signals: Readonly<Record<string, AbortSignal>> = {}) {
  const begun: string[] = []
  const works = new Map([...names].map((name) => [name, Promise.withResolvers<string>()]))
  const results = [...works].map(([name, { promise }]) =>
    turns.run(signals[name] ?? never, async () => {
      begun.push(name)
      return await promise
    }),
  )
  return { begun, works, results }
}

it('so many run at a time, the others in the order in which they came', async () => {
  const { begun, works, results } = startAll(new Turns(2), 'abcd')
  expect(begun).toEqual(['a', 'b'])
  works.get('b')?.resolve('done')
  expect(await results[1]).toBe('done')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  works.get('a')?.reject(new Error('failed'))
  await expect(results[0]).rejects.toThrow('failed')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of 'cd') works.get(name)?.resolve('done')
  expect(await Promise.all(results.slice(2))).toEqual(['done', 'done'])
})

it('who leaves while waiting takes no turn', async () => {
  const left = new AbortController()
  const { begun, works, results } = startAll(new Turns(1), 'abc', { b: left.signal })
  left.abort(new Error('left'))
  await expect(results[1]).rejects.toThrow('left')
  for (const name of 'ac') works.get(name)?.resolve('done')
  expect(await Promise.all([results[0], results[2]])).toEqual(['done', 'done'])
  expect(begun).toEqual(['a', 'c'])
})

it('who has left before runs nothing', async () => {
  const turns = new Turns(1)
  const { begun, results } = startAll(turns, 'a', { a: AbortSignal.abort(new Error('left')) })
  await expect(results[0]).rejects.toThrow('left')
  expect(begun).toEqual([])
  expect(await turns.run(never, async () => 'free')).toBe('free')
})
