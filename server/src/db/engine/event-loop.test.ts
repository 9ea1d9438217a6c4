import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { yieldToEventLoop } from './event-loop.ts'

it('lets the event loop go on when the pieces of long work have taken their time', async () => {
  await setImmediate()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const loop = { iterations: 0, isDone: false }
  const work = (async () => {
    for (let piece = 0; piece < 60; piece += 1) {
      await yieldToEventLoop()
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

it('gives everybody a turn, however long the pieces of others are', async () => {
  await setImmediate()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const turns: string[] = []
  const work = async (name: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      await yieldToEventLoop()
      now += 10
      turns.push(name)
    }
  }
  await Promise.all([work('long', 6), work('short', 1), work('other', 2)])
  expect(turns).toEqual(['long', 'short', 'other', 'long', 'other', 'long', 'long', 'long', 'long'])
})
