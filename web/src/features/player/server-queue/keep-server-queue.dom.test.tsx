import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import type { Player } from '../engine/player.ts'
import { createFakePlayer } from '../engine/testing/fake-player.ts'
import { newTrack } from '../engine/testing/tracks.ts'
import { keepServerQueue, offered } from './keep-server-queue.ts'
import { readKnown, writeKnown } from './known-queue.ts'

const [a, b] = [newTrack('a'), newTrack('b')] as const
const person = 'ada'
const [one, both] = ['b97@0', 'b97,b98@0']

let player: Player
let stop: () => void

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('accessToken', `header.${btoa(JSON.stringify({ sub: person }))}.signature`)
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

async function lookAgain() {
  const before = readKnown(person).at
  vi.spyOn(Date, 'now').mockReturnValue(before + 60_000)
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(readKnown(person).at).toBeGreaterThan(before))
}

test('what another tab has put into the queue is not undone by this one', async () => {
  const server = new FakeServer({ 'GET /queues/me': queueOfBoth(6) })
  writeKnown(person, { base: 6, key: both })
  await lookAgain()
  await lookAgain()
  expect(server.heard).toEqual(['GET /queues/me', 'GET /queues/me'])
  expect(readKnown(person)).toMatchObject({ base: 6, key: both })
})

test('what changes in this tab after another one’s change is saved', async () => {
  const server = new FakeServer({ 'GET /queues/me': queueOfBoth(6), 'PUT /queues/me': queueOfBoth(7) })
  writeKnown(person, { base: 6, key: both })
  await lookAgain()
  vi.useFakeTimers()
  player.add([a])
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  expect(server.heard).toEqual(['GET /queues/me', 'PUT /queues/me'])
  expect(readKnown(person)).toMatchObject({ base: 7, key: 'b97,b97@0' })
})
