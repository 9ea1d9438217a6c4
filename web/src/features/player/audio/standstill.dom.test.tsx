import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchStandstill } from './standstill.ts'

let audio: HTMLAudioElement
const tell = vi.fn()
/** jsdom plays nothing: these are what an element would say. */
let said: { currentTime: number; seeking: boolean; readyState: number }

beforeEach(() => {
  vi.useFakeTimers()
  tell.mockClear()
  audio = document.createElement('audio')
  said = { currentTime: 60, seeking: false, readyState: HTMLMediaElement.HAVE_ENOUGH_DATA }
  for (const name of ['currentTime', 'seeking', 'readyState'] as const)
    Object.defineProperty(audio, name, { get: () => said[name] })
  watchStandstill(audio, tell)
  audio.dispatchEvent(new Event('play'))
})

afterEach(() => vi.useRealTimers())

/** @param progress seconds of the recording in each second */
function pass(seconds: number, progress = 0): void {
  for (let second = 0; second < seconds; second += 1) {
    said.currentTime += progress
    vi.advanceTimersByTime(1000)
  }
}

test('ready media that stands still is told of after three seconds, and again after three more', () => {
  pass(3)
  expect(tell).not.toHaveBeenCalled()
  pass(1)
  expect(tell).toHaveBeenCalledTimes(1)
  pass(3)
  expect(tell).toHaveBeenCalledTimes(2)
})

test('media that stops in the middle is told of', () => {
  pass(60, 0.5)
  expect(tell).not.toHaveBeenCalled()
  pass(3)
  expect(tell).toHaveBeenCalledTimes(1)
})

test.each<[string, () => void]>([
  ['waits for data', () => Object.assign(said, { readyState: HTMLMediaElement.HAVE_CURRENT_DATA })],
  ['seeks', () => Object.assign(said, { seeking: true })],
  ['is paused', () => audio.dispatchEvent(new Event('pause'))],
  ['is at its end', () => audio.dispatchEvent(new Event('ended'))],
  ['gives way to a new load', () => audio.dispatchEvent(new Event('emptied'))],
])('media that %s may stand still', (_name, happen) => {
  pass(2)
  happen()
  pass(60)
  expect(tell).not.toHaveBeenCalled()
})

test.each(['play', 'playing'])('%s counts anew', (event) => {
  pass(3)
  audio.dispatchEvent(new Event(event))
  pass(3)
  expect(tell).not.toHaveBeenCalled()
})
