import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStandstill, type Standstill } from './standstill.ts'

let place: number | null
let standstill: Standstill
const tell = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  tell.mockClear()
  place = 60
  standstill = createStandstill(() => place, tell)
  standstill.start()
})

afterEach(() => {
  vi.useRealTimers()
})

/** @param progress seconds of the recording in each second */
function pass(seconds: number, progress = 0): void {
  for (let second = 0; second < seconds; second += 1) {
    if (place !== null) place += progress
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

test('media that waits or seeks may stand still, and is looked at anew when it is ready', () => {
  pass(3)
  place = null
  pass(60)
  place = 60
  pass(3)
  expect(tell).not.toHaveBeenCalled()
  pass(1)
  expect(tell).toHaveBeenCalledTimes(1)
})

test('nothing is told after a stop', () => {
  pass(3)
  standstill.stop()
  pass(60)
  expect(tell).not.toHaveBeenCalled()
})

test('a start counts anew', () => {
  pass(3)
  standstill.start()
  pass(3)
  expect(tell).not.toHaveBeenCalled()
})
