import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { chaptersFrom, newTrack } from '../reducer/testing/tracks.ts'
import { followChapters, step } from './follow-chapters.ts'

const [a, b] = [newTrack('a'), newTrack('b')]
const read = `GET /audio-books/${a.recording.id}/chapters` as const
const chapters = chaptersFrom([0, 20, 40])

let player: Player
let audio: FakeAudio
let server: FakeServer
let stop: () => void

beforeEach(() => {
  server = new FakeServer({ [read]: { version: 0, source: 'Embedded', chapters } })
  ;({ player, audio } = createFakePlayer())
  stop = followChapters(player)
})

afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function sound(): void {
  audio.arrive()
  audio.settle()
}

async function heard(): Promise<void> {
  player.play(a, [a, b])
  sound()
  await expect.poll(() => player.store.getState().chapters).toEqual(chapters)
}

test('chapters are asked for once the sound has begun, and once', async () => {
  player.play(a, [a, b])
  expect(server.heard).toEqual([])
  sound()
  await expect.poll(() => player.store.getState().chapters).toEqual(chapters)
  player.pause()
  audio.settle()
  player.toggle()
  audio.settle()
  expect(server.heard).toEqual([read])
})

test('a recording that has none is not asked about', () => {
  player.play({ ...a, chaptersCount: 0 })
  sound()
  expect(server.heard).toEqual([])
})

test('those that come after the next track began change nothing', async () => {
  const answer = server.hold(read)
  player.play(a, [a, { ...b, chaptersCount: 0 }])
  sound()
  player.next()
  answer()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(player.store.getState().chapters).toEqual([])
})

test('a refused request is made again while the recording sounds', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server.refuse(read, 404)
  player.play(a, [a, b])
  sound()
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.heard).toEqual([read])
  server.allow(read)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(player.store.getState().chapters).toEqual(chapters)
})

test('next and previous go by chapter, then by track', async () => {
  await heard()
  const places = [1, 1, -1, -1].map((steps) => {
    step(player, steps === 1 ? 1 : -1)
    return player.position()
  })
  expect(places).toEqual([20, 40, 20, 0])
  player.send({ type: 'seek', position: 30 })
  step(player, -1)
  expect(player.position()).toBe(20)
  player.send({ type: 'seek', position: 50 })
  step(player, 1)
  expect(audio.src).toBe('b')
})

test('the sleep timer stops in the moment that a chapter ends, between two ticks', async () => {
  await heard()
  vi.useFakeTimers()
  player.send({ type: 'seek', position: 19 })
  player.send({ type: 'set-sleep', until: { chapters: 1 }, position: 19 })
  audio.goTo(19.8)
  vi.advanceTimersByTime(199)
  expect(audio.paused).toBe(false)
  vi.advanceTimersByTime(1)
  expect(audio).toMatchObject({ paused: true, currentTime: 20 })
  expect(player.store.getState().sleep).toEqual({ kind: 'over', at: 'chapter' })
})
