import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { goBack, offerWayBack, useBackOffer } from './back-offer.ts'

let player: Player
let audio: FakeAudio
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  ;({ player, audio } = createFakePlayer())
  Object.assign(audio, { duration: 3600 })
  stop = offerWayBack(player)
  player.play(newTrack('a'))
  audio.arrive()
  audio.settle()
  player.send({ type: 'seek', position: 30 })
  vi.advanceTimersByTime(10_000)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

const offered = () => useBackOffer.getState().position

it.each([
  ['one far jump', [600], 0, 30],
  ['a near jump', [30], 0, null],
  ['many steps of a key', Array.from({ length: 13 }, () => 5), 1900, 30],
  ['steps of a minute', [60, 60], 500, 30],
  ['steps that come back', [60, 60, -60, -30], 500, null],
  ['steps with pauses between them', Array.from({ length: 13 }, () => 5), 2100, null],
  ['a far jump and one that comes back', [600, -590], 5000, null],
  ['looking around before listening', [1900, -500], 5000, 30],
  ['a jump after having listened there', [600, 'listen', 1000], 5000, 640],
] as const)('%s', (_name, steps, apartMilliseconds, expected) => {
  for (const step of steps) {
    vi.advanceTimersByTime(apartMilliseconds)
    if (step === 'listen') audio.sound(10)
    else player.skip(step)
  }
  expect(offered()).toBe(expected)
})

it('the way back leads forth again, however soon it is taken, and goes with the track', () => {
  player.skip(600)
  for (const [there, back] of [
    [30, 630],
    [630, 30],
  ]) {
    goBack(player)
    expect([player.position(), offered()]).toEqual([there, back])
  }
  player.play(newTrack('b'))
  expect(offered()).toBeNull()
})
