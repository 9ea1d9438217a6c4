import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { nextTurn } from './turns.ts'

it('lets the event loop go on when the pieces of long work have taken their time', async () => {
  await setImmediate()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const loop = { iterations: 0, isDone: false }
  const work = (async () => {
    for (let piece = 0; piece < 60; piece += 1) {
      await nextTurn()
      now += 2
    }
    loop.isDone = true
  })()
  while (!loop.isDone) {
    await setImmediate()
    loop.iterations += 1
  }
  await work
  // Three pieces of 2 ms are more than 5 ms.
  expect(loop.iterations).toBeGreaterThanOrEqual(19)
})
