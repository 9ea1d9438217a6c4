import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Player } from '../audio/player.ts'
import { createFakePlayer } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { goBack, offerWayBack, useBackOffer } from './back-offer.ts'

let player: Player
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  const { player: made, audio } = createFakePlayer()
  player = made
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

/** Steps of so many seconds each, so many milliseconds apart. */
function step(steps: readonly number[], apartMilliseconds: number): void {
  for (const seconds of steps) {
    vi.advanceTimersByTime(apartMilliseconds)
    player.skip(seconds)
  }
}

it.each([
  ['one far jump', [600], 0, 30],
  ['a near jump', [30], 0, null],
  ['many steps of a key', Array.from({ length: 13 }, () => 5), 1900, 30],
  ['steps of a minute', [60, 60], 500, 30],
  ['steps that come back', [60, 60, -60, -30], 500, null],
  ['steps with pauses between them', Array.from({ length: 13 }, () => 5), 2100, null],
  ['a far jump and one that comes back', [600, -590], 5000, null],
])('%s', (_name, steps, apartMilliseconds, expected) => {
  step(steps, apartMilliseconds)
  expect(useBackOffer.getState().position).toBe(expected)
})

it('the way back leads forth again, however soon it is taken', () => {
  step([600], 0)
  goBack(player)
  expect(player.position()).toBe(30)
  expect(useBackOffer.getState().position).toBe(630)
})
