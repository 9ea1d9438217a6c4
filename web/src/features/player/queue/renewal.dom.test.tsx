import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { files, newTrack } from '../reducer/testing/tracks.ts'
import { renewAddresses } from './renewal.ts'

const book = newTrack('a?expires=1')
const read = 'GET /audio-books/97'
const record = { tracksCount: 1, audioUrl: 'a?expires=2', coverImagePreviewUrl: '/media/cover?expires=2' }

let player: Player
let audio: FakeAudio
let stop: () => void

beforeEach(() => {
  ;({ player, audio } = createFakePlayer())
  stop = renewAddresses(player)
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function breakOff() {
  audio.break()
  audio.settle()
}

test('an address that has ended is read again with its record, and plays on where it was', async () => {
  const server = new FakeServer({ [read]: record })
  player.play(book)
  audio.arrive()
  audio.settle()
  audio.goTo(25)
  breakOff()
  await expect.poll(() => audio.src).toBe(record.audioUrl)
  expect(audio).toMatchObject({ currentTime: 25, paused: false })
  expect(player.track()).toMatchObject({ coverImageSrc: record.coverImagePreviewUrl })
  expect(server.heard).toEqual([read])
})

test('addresses of files that have ended are read again as well, and the file plays on', async () => {
  const [first, second] = [1, 2].map((time) =>
    files.map((file) => ({ ...file, audioUrl: `${file.audioUrl}?expires=${time}` })),
  )
  new FakeServer({ [read]: { ...record, tracksCount: files.length, tracks: second } })
  player.play({ ...book, filesCount: files.length, files: first })
  audio.arrive()
  audio.settle()
  audio.end()
  audio.settle()
  breakOff()
  await expect.poll(() => audio).toMatchObject({ src: 'f2?expires=2', currentTime: 0, paused: false })
  expect(player.position()).toBe(60)
})

test('an episode is read with its podcast', async () => {
  const episode = 'GET /podcasts/3/episodes/97/overview'
  const server = new FakeServer({ [episode]: record })
  player.play({ ...book, recording: { kind: 'episode', id: 97, podcastId: 3 } })
  breakOff()
  await expect.poll(() => audio.src).toBe(record.audioUrl)
  expect(server.heard).toEqual([episode])
})

test('what breaks again is not asked for again', async () => {
  const server = new FakeServer({ [read]: record })
  player.play(book)
  breakOff()
  await expect.poll(() => audio.src).toBe(record.audioUrl)
  breakOff()
  expect(player.store.getState()).toMatchObject({ interruption: { tries: 2 } })
  expect(server.heard).toEqual([read])
})

test('what broke before the player was ready is asked for as well', async () => {
  const server = new FakeServer({ [read]: record })
  stop()
  player.play(book)
  breakOff()
  stop = renewAddresses(player)
  await expect.poll(() => audio.src).toBe(record.audioUrl)
  expect(server.heard).toEqual([read])
})

test('an address without a signature is none that ends', () => {
  const server = new FakeServer({ [read]: record })
  player.play(newTrack('a'))
  breakOff()
  expect(player.store.getState().failed).toBe(true)
  expect(server.heard).toEqual([])
})
