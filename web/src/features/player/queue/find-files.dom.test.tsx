import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { bookOfFiles, files } from '../reducer/testing/tracks.ts'
import { findFiles, prefetchTrack } from './find-files.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'

const listed = bookOfFiles({ files: undefined })
const read = `GET /audio-books/${listed.recording.id}` as const
const record = { tracksCount: files.length, tracks: files }

let player: Player
let audio: FakeAudio
let stop: () => void

beforeEach(() => {
  ;({ player, audio } = createFakePlayer())
  stop = findFiles(player)
})

afterEach(() => {
  stop()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the files of a book in a list are read with its record, and play', async () => {
  const server = new FakeServer({ [read]: record })
  player.play(listed)
  expect(audio).toMatchObject({ src: null, paused: true })
  await expect.poll(() => audio).toMatchObject({ src: 'f1', paused: false })
  expect(server.heard).toEqual([read])
})

test('those of a record that is known play in the turn of the click', async () => {
  const server = new FakeServer({ [read]: record })
  await prefetchTrack(listed)
  player.play(listed)
  expect(audio).toMatchObject({ src: 'f1', paused: false })
  expect(server.heard.filter((call) => call === read)).toHaveLength(1)
})

test('the whole plays where they cannot be had', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  new FakeServer({}).refuse(read, 404)
  player.play(listed)
  await expect.poll(() => audio).toMatchObject({ src: 'w', paused: false })
})

test('what waited before the player’s bar had come is answered, too', async () => {
  new FakeServer({ [read]: record })
  stop()
  player.play(listed)
  stop = findFiles(player)
  await expect.poll(() => audio.src).toBe('f1')
})
