import { beforeEach, expect, test } from 'vitest'
import { forgetSession, signIn } from '../../auth/index.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio, tokenOf } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { keepSpeeds, latestSpeed, speedKey, speedOf } from './own-speeds.ts'
import { writePosition } from '../positions/store.ts'
import { recordLocal } from '../positions/merge.ts'

const a = newTrack('a')
let player: Player
let audio: FakeAudio

beforeEach(() => {
  localStorage.clear()
  ;({ player, audio } = createFakePlayer())
  player.add([a])
})

function learn(playbackRate: number, at: number, isSent: boolean) {
  const heard = recordLocal(null, { position: 10, finished: false, at }, playbackRate)
  const sent = isSent ? heard.change : 0
  writePosition({ ...heard, sent, recording: a.recording, durationSeconds: 60, track: a })
}

test('every recording sounds at its own speed from its first moment on', () => {
  const b = newTrack('b')
  localStorage.setItem('playerSpeeds', JSON.stringify({ ':audio-book:98': { speed: 1.5, at: 1 } }))
  const stop = keepSpeeds(player)
  player.send({ type: 'add', tracks: [b] })
  player.next()
  expect(player.store.getState().speed).toBe(1.5)
  expect(audio.commands.slice(-2).map(({ type }) => type)).toEqual(['tune', 'load'])
  player.send({ type: 'set-speed', speed: 2 })
  player.toggle()
  expect(player.store.getState().speed).toBe(2)
  player.previous()
  expect(player.store.getState().speed).toBe(1)
  stop()
})

test('what is loaded takes the speed that the listener chose on another device', () => {
  const stop = keepSpeeds(player)
  learn(1.5, Date.now(), true)
  expect(player.store.getState().speed).toBe(1.5)
  expect(localStorage.getItem('playerSpeeds')).toBeNull()
  stop()
  learn(2, Date.now(), true)
  expect(player.store.getState().speed).toBe(1.5)
})

test('what was chosen here since stands', () => {
  const stop = keepSpeeds(player)
  player.send({ type: 'set-speed', speed: 1.2 })
  learn(1.5, Date.now() - 60_000, true)
  expect(player.store.getState().speed).toBe(1.2)
  expect(speedOf(a.recording)).toBe(1.2)
  learn(2, Date.now(), false)
  expect(player.store.getState().speed).toBe(1.2)
  stop()
})

test('who leaves takes the speeds that they chose along, a visitor’s stay', () => {
  const chosen = { speed: 2, at: 1 }
  localStorage.setItem('playerSpeeds', JSON.stringify({ 'ada:podcast:3': chosen, ':podcast:3': chosen }))
  signIn({ accessToken: tokenOf('ada'), refreshToken: 'r' })
  const stop = keepSpeeds(player)
  expect(localStorage.getItem('playerSpeeds')).toContain('ada')
  forgetSession()
  stop()
  expect(JSON.parse(localStorage.getItem('playerSpeeds') ?? '')).toEqual({ ':podcast:3': chosen })
})

test.each([
  ['an audio book', { kind: 'audio-book', id: 7 }, 'me:audio-book:7'],
  ['an episode, all of its podcast', { kind: 'episode', id: 7, podcastId: 3 }, 'me:podcast:3'],
] as const)('%s has a speed of its own', (_name, recording, key) => {
  expect(speedKey(recording, 'me')).toBe(key)
})

test.each([
  ['nothing was ever chosen', [], 1],
  ['it was chosen here', [[1.5, 3]], 1.5],
  [
    'another device went on faster since',
    [
      [1.5, 3],
      [2, 4],
    ],
    2,
  ],
  [
    'it was chosen here since',
    [
      [1.5, 5],
      [2, 4],
    ],
    1.5,
  ],
] as [string, [number, number][], number][])('when %s', (_name, known, expected) => {
  expect(latestSpeed(known.map(([speed, at]) => ({ speed, at })))).toBe(expected)
})
