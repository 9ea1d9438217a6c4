import { beforeEach, expect, test } from 'vitest'
import type { Player } from './engine/player.ts'
import { createFakePlayer } from './engine/testing/fake-player.ts'
import { newTrack } from './engine/testing/tracks.ts'
import { keepSpeeds, speedOf } from './own-speeds.ts'
import { writeKept } from './positions/kept-store.ts'
import { beginAs } from './positions/people.ts'
import { listened } from './positions/sync.ts'

const a = newTrack('a')
let player: Player

beforeEach(() => {
  localStorage.clear()
  ;({ player } = createFakePlayer())
  player.add([a])
})

function learn(playbackRate: number, at: number, isSent: boolean) {
  const heard = listened(null, { position: 10, finished: false, at }, playbackRate)
  const sent = isSent ? heard.change : 0
  writeKept({ ...heard, sent, recording: a.recording, durationSeconds: 60, track: a })
}

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
  beginAs('ada')
  expect(localStorage.getItem('playerSpeeds')).toContain('ada')
  beginAs('')
  expect(JSON.parse(localStorage.getItem('playerSpeeds') ?? '')).toEqual({ ':podcast:3': chosen })
})
