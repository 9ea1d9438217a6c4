import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookOfFiles } from '../reducer/testing/tracks.ts'
import { watchInBackground } from './background.ts'
import type { Player } from './player.ts'
import { createFakePlayer, type FakeAudio } from './testing/fake-player.ts'

let player: Player
let audio: FakeAudio
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  ;({ player, audio } = createFakePlayer())
  stop = watchInBackground(player)
  player.play(bookOfFiles())
  audio.arrive()
  audio.settle()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function endFile(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  audio.end()
  audio.settle()
}

test('a file that does not sound within two seconds in the background gives way to the whole', () => {
  endFile(true)
  vi.advanceTimersByTime(1999)
  expect(audio.src).toBe('f2')
  vi.advanceTimersByTime(1)
  expect(audio).toMatchObject({ src: 'w', currentTime: 60, paused: false })
})

test.each([
  ['sounds in time', true, () => audio.arrive()],
  ['is paused meanwhile', true, () => player.pause()],
  ['is slow in sight of the listener', false, () => {}],
])('a file that %s stays', (_name, hidden, act) => {
  endFile(hidden)
  act()
  audio.settle()
  vi.advanceTimersByTime(10_000)
  expect(audio.src).toBe('f2')
})
