import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inTurns } from './turns.ts'

const busyMs = 6
/** What is to begin after 10 ms begins in another turn. */
const mostInOneTurn = 2

interface Arrival {
  readonly isHeavy: boolean
  /** Whether it is the first of those that arrive with it. */
  readonly isLater: boolean
}

const arrivals: fc.Arbitrary<Arrival[]> = fc.array(
  fc.record({ isHeavy: fc.boolean(), isLater: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 40,
  },
)

const heavy = (count: number) =>
  Array.from({ length: count }, (): Arrival => ({ isHeavy: true, isLater: false }))

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Sends them all, and returns the places of those that began, with a mark wherever a timer had its turn. */
async function serve(list: readonly Arrival[], left: ReadonlySet<number>): Promise<(number | 'timer')[]> {
  const begun: (number | 'timer')[] = []
  const wanted = list.length - left.size
  const done = Promise.withResolvers<void>()
  const handle = inTurns((request) => {
    const place = Number(request.url)
    const until = performance.now() + (list[place]?.isHeavy ? busyMs : 0)
    while (performance.now() < until);
    begun.push(place)
    if (begun.filter((one) => one !== 'timer').length === wanted) done.resolve()
  })
  const timer = setInterval(() => begun.push('timer'), 1)
  if (wanted === 0) done.resolve()
  for (const [place, { isLater }] of list.entries()) {
    if (isLater) await turn()
    const socket = { destroyed: left.has(place) } as Socket
    handle({ url: String(place), socket } as IncomingMessage, { socket } as ServerResponse)
  }
  await done.promise
  clearInterval(timer)
  return begun
}

it('requests begin in the order in which they came, each once', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (list) => {
      const begun = await serve(list, new Set())
      expect(begun.filter((one) => one !== 'timer')).toEqual([...list.keys()])
    }),
    { numRuns: 20 },
  )
})

it('of many heavy requests at once, timers have a turn after every few', async () => {
  const begun = await serve(heavy(24), new Set())
  const turns = begun.join(' ').split('timer')
  expect(Math.max(...turns.map((numbers) => numbers.trim().split(' ').length))).toBeLessThanOrEqual(
    mostInOneTurn,
  )
})

it('a request whose connection has ended while it waited does not begin', async () => {
  const begun = await serve(heavy(12), new Set([4, 5]))
  expect(begun.filter((one) => one !== 'timer')).toEqual([0, 1, 2, 3, 6, 7, 8, 9, 10, 11])
})

it('a pipelined request, for which its connection has no place yet, is not kept waiting here', () => {
  const begun: string[] = []
  const handle = inTurns(({ url }) => {
    const until = performance.now() + 2 * busyMs
    while (performance.now() < until);
    begun.push(url as string)
  })
  const socket = { destroyed: false } as Socket
  const ask = (url: string, place: Socket | null) =>
    handle({ url, socket } as IncomingMessage, { socket: place } as ServerResponse)
  ask('first', socket)
  ask('waits', socket)
  ask('pipelined', null)
  expect(begun).toEqual(['first', 'pipelined'])
})
