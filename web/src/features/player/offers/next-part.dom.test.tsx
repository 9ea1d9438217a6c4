import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { noCover } from '../../../testing/no-cover.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import type { NewTrack } from '../reducer/state.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { offerNextPart, playNextPart, useNextPart } from './next-part.ts'

let player: Player
let audio: FakeAudio
let stop: () => void
let server: FakeServer

const part = { id: 9, name: 'Tides', sequence: null }
const book = (id: number, audioUrl: string | null = `/media/${id}/x.mp3`) => ({
  id,
  name: `Book ${id}`,
  ...noCover,
  audioUrl,
  tracksCount: audioUrl === null ? 0 : 1,
  durationSeconds: 60,
  readers: [{ id: 3, nickname: 'Inés', name: null, surname: null }],
  series: [part],
})
const trackOf = (id: number): NewTrack => ({ ...newTrack('a'), recording: { kind: 'audio-book', id } })
const offered = () => useNextPart.getState().offered

beforeEach(() => {
  server = new FakeServer({
    'GET /audio-books/1': book(1),
    'GET /audio-books/4': book(4),
    'GET /series/9': { ...part, audioBooks: [book(1), book(2, null), book(3), book(4)] },
  })
  ;({ player, audio } = createFakePlayer())
  stop = offerNextPart(player)
})

afterEach(() => {
  stop()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function playToTheEnd(track: NewTrack, list: readonly NewTrack[] = []): void {
  player.play(track, list)
  audio.arrive()
  audio.settle()
  audio.sound(60)
  audio.settle()
}

test('at the end of a part the next one with sound is offered, and played when it is wanted', async () => {
  playToTheEnd(trackOf(1))
  await expect.poll(() => offered()?.track.title).toBe('Book 3')
  expect(offered()?.series).toBe('Tides')
  expect(player.store.getState().playing).toBe(false)
  playNextPart(player)
  audio.arrive()
  audio.settle()
  const { queue, playing } = player.store.getState()
  expect(queue.map(({ recording }) => recording.id)).toEqual([1, 3])
  expect([playing, offered()]).toEqual([true, null])
})

test('nothing is asked while something follows in the queue, nor before the end', () => {
  playToTheEnd(trackOf(1), [trackOf(1), newTrack('b')])
  expect(server.heard).toEqual([])
  player.play(trackOf(1))
  audio.arrive()
  audio.settle()
  player.toggle()
  audio.settle()
  expect(server.heard).toEqual([])
})

test('nothing follows the last part', async () => {
  playToTheEnd(trackOf(4))
  await expect.poll(() => server.heard).toContain('GET /series/9')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(offered()).toBeNull()
})

test('a listener who plays something else meanwhile is offered nothing', async () => {
  const answer = server.hold('GET /series/9')
  playToTheEnd(trackOf(1))
  await expect.poll(() => server.heard).toContain('GET /series/9')
  player.play(newTrack('c'))
  answer()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(offered()).toBeNull()
})
