import type { NewQueue } from '@earmark/contract/queues.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, storeSession } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { keepServerQueue, offered } from './server-queue.ts'
import { readKnown, writeKnown } from './known-queue.ts'

const [a, b] = [newTrack('a'), newTrack('b')] as const
const person = 'ada'
const [one, both] = ['b97@0', 'b97,b98@0']

let player: Player
let stop: () => void

beforeEach(() => {
  localStorage.clear()
  storeSession(person)
  ;({ player } = createFakePlayer())
  player.add([a])
  writeKnown(person, { base: 5, key: one })
  stop = keepServerQueue(player)
})

afterEach(() => {
  stop()
  offered.setState({ queue: null })
  vi.unstubAllGlobals()
})

function queueOfBoth(version: number) {
  const item = ({ recording, title, subtitle }: typeof a) => ({
    ...{ audioBookId: recording.id, podcastId: null, podcastEpisodeId: null, title, subtitle },
    ...{ audioUrl: '/media/1', coverImagePreviewUrl: null, durationSeconds: 60 },
  })
  const rest = { deviceName: 'Chrome on Linux', fromThisDevice: true, updatedAt: '2026-05-01T12:00:00.000Z' }
  return { items: [a, b].map(item), currentIndex: 0, version, ...rest }
}

/** Changes the queue, and waits until it would be saved. */
async function change(act: () => void) {
  vi.useFakeTimers()
  act()
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
}

/** The page becomes visible long after the queue was last fetched. */
async function pullAgain() {
  writeKnown(person, readKnown(person), 0)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => readKnown(person).at).toBeGreaterThan(0)
}

test('what another tab has put into the queue is not undone by this one', async () => {
  const server = new FakeServer({ 'GET /queues/me': queueOfBoth(6) })
  writeKnown(person, { base: 6, key: both })
  await pullAgain()
  await pullAgain()
  expect(server.heard).toEqual(['GET /queues/me', 'GET /queues/me'])
  expect(readKnown(person)).toMatchObject({ base: 6, key: both })
})

test('the addresses of what is there come from the server again, which is told of no change', async () => {
  const queue = queueOfBoth(5)
  const server = new FakeServer({ 'GET /queues/me': { ...queue, items: queue.items.slice(0, 1) } })
  await pullAgain()
  await change(() => player.send({ type: 'set-speed', speed: 2 }))
  expect(player.store.getState().queue.map(({ audioSrc }) => audioSrc)).toEqual(['/media/1'])
  expect(server.heard).toEqual(['GET /queues/me'])
})

test('what changes in this tab after another one’s change is saved', async () => {
  const server = new FakeServer({ 'GET /queues/me': queueOfBoth(6), 'PUT /queues/me': queueOfBoth(7) })
  writeKnown(person, { base: 6, key: both })
  await pullAgain()
  await change(() => player.add([a]))
  expect(server.heard).toEqual(['GET /queues/me', 'PUT /queues/me'])
  expect(readKnown(person)).toMatchObject({ base: 7, key: 'b97,b97@0' })
})

test('what plays before this code has come is saved', async () => {
  stop()
  player.play(b)
  const server = new FakeServer({ 'PUT /queues/me': queueOfBoth(6) })
  await change(() => {
    stop = keepServerQueue(player)
  })
  expect(server.heard).toEqual(['PUT /queues/me'])
  expect(readKnown(person)).toMatchObject({ base: 6, key: 'b98@0' })
})

test('a browser that knows of no queue asks, and writes nothing until the listener changes theirs', async () => {
  stop()
  writeKnown(person, null)
  const elsewhere = { ...queueOfBoth(6), fromThisDevice: false }
  const server = new FakeServer({ 'GET /queues/me': elsewhere, 'PUT /queues/me': queueOfBoth(7) })
  const saved = vi.spyOn(JSON, 'stringify')
  stop = keepServerQueue(player)
  await expect.poll(() => offered.getState().queue).toMatchObject({ version: 6 })
  stop()
  stop = keepServerQueue(player)
  await expect.poll(() => server.heard).toEqual(['GET /queues/me', 'GET /queues/me'])
  await change(() => player.add([b]))
  expect(server.heard.slice(2)).toEqual(['PUT /queues/me'])
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ baseVersion: 6 }))
  saved.mockRestore()
})

test('an account without a queue is asked about before its first one is saved', async () => {
  stop()
  writeKnown(person, null)
  const server = new FakeServer({ 'PUT /queues/me': queueOfBoth(1) })
  stop = keepServerQueue(player)
  await expect.poll(() => readKnown(person)).toMatchObject({ base: 1 })
  expect(server.heard).toEqual(['GET /queues/me', 'PUT /queues/me'])
})

test('after a page was left in the middle of a change, the next one asks before it saves', async () => {
  const server = new FakeServer({ 'GET /queues/me': queueOfBoth(6), 'PUT /queues/me': queueOfBoth(7) })
  const saved = vi.spyOn(JSON, 'stringify')
  await change(() => {
    player.add([b])
    window.dispatchEvent(new Event('pagehide'))
    expect(server.heard).toEqual(['PUT /queues/me'])
  })
  expect(readKnown(person)).toMatchObject({ base: 7 })
  expect(server.heard.slice(1)).toEqual(['GET /queues/me', 'PUT /queues/me'])
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ baseVersion: 6 }))
  saved.mockRestore()
})

test('what is undone while its save is under way is undone at the server as well', async () => {
  const saved: NewQueue[] = []
  const underWay: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    saved.push(JSON.parse(body) as NewQueue)
    return new Promise<Response>((resolve) => underWay.push(resolve))
  })
  vi.useFakeTimers()
  player.add([b])
  await vi.advanceTimersByTimeAsync(2000)
  const added = player.store.getState().queue.at(-1)
  if (added) player.send({ type: 'remove', id: added.id })
  underWay[0]?.(Response.json(queueOfBoth(6)))
  await vi.advanceTimersByTimeAsync(2000)
  underWay[1]?.(Response.json(queueOfBoth(7)))
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  expect(saved.map(({ items, baseVersion }) => [items.length, baseVersion])).toEqual([
    [2, 5],
    [1, 6],
  ])
  expect(readKnown(person)).toMatchObject({ base: 7, key: one })
})
