import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { recall } from './recall.ts'
import { type Recorder, recordPositions } from './recorder.ts'
import { listPositions, readPosition } from './store.ts'

const [a, b] = [newTrack('a'), newTrack('b')] as const

let audio: FakeAudio
let player: Player
let recorder: Recorder
let whys: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T12:00:00Z') })
  localStorage.clear()
  whys = []
  ;({ player, audio } = createFakePlayer({ recall }))
  recorder = recordPositions(player, (_recording, why) => whys.push(why))
})

afterEach(() => {
  recorder.stop()
  vi.useRealTimers()
})

function soundUntil(position: number) {
  audio.arrive()
  audio.settle()
  audio.goTo(position)
}

function pause() {
  player.pause()
  audio.settle()
}

const kept = (track = a) => readPosition(track.recording)

test('writes down where the listener is, once a second', () => {
  player.play(a)
  expect(kept()).toBeNull()
  for (const position of [0.1, 0.4, 0.9, 1.2, 1.4, 2.3]) soundUntil(position)
  expect(whys).toEqual(['tick', 'tick', 'tick'])
  expect(kept()).toMatchObject({ position: 2.3, finished: false, at: Date.now(), base: 0 })
})

test('what was dragged to its very end is finished, though the next one begins at once', () => {
  player.play(a, [a, b])
  soundUntil(1.1)
  player.send({ type: 'seek-start' })
  audio.settle()
  player.send({ type: 'seek-end', position: 60 })
  soundUntil(0.5)
  expect(kept()).toMatchObject({ position: 60, finished: true })
  expect(kept(b)).toMatchObject({ position: 0.5, finished: false })
  expect(whys).toEqual(['tick', 'stop', 'stop', 'tick'])
})

test('what is left while its slider is held stays where it was', () => {
  player.play(a, [a, b])
  soundUntil(1.1)
  player.send({ type: 'seek-start' })
  audio.settle()
  player.send({ type: 'next' })
  soundUntil(0.5)
  expect(kept()).toMatchObject({ position: 1.1, finished: false })
})

test('writes at once on a pause, on a jump and when the next one begins', () => {
  player.play(a, [a, b])
  soundUntil(1.1)
  audio.goTo(1.35)
  pause()
  expect(kept()?.position).toBe(1.35)
  player.send({ type: 'seek', position: 30 })
  expect(kept()?.position).toBe(30)
  player.toggle()
  audio.settle()
  audio.goTo(31.2)
  audio.goTo(31.6)
  player.next()
  expect(kept()?.position).toBe(31.6)
  expect(kept(b)).toBeNull()
  expect(whys).toEqual(['tick', 'stop', 'jump', 'tick', 'stop'])
})

test('what is only loaded stays where it was left, however often', () => {
  player.play(a)
  soundUntil(40)
  pause()
  const left = kept()
  vi.advanceTimersByTime(2 * 3_600_000)
  player.send({ type: 'clear' })
  player.add([a])
  expect(audio.commands.at(-1)).toMatchObject({ type: 'load', startAt: 20, play: false })
  soundUntil(20)
  expect(kept()).toEqual(left)
})

test('goes back a little when it goes on after a while, not after a moment', () => {
  player.play(a)
  soundUntil(40)
  pause()
  vi.advanceTimersByTime(60_000)
  player.toggle()
  expect(audio.commands.at(-1)).toEqual({ type: 'play' })
  audio.settle()
  pause()
  vi.advanceTimersByTime(5 * 60_000)
  player.toggle()
  expect(audio.commands.slice(-2)).toEqual([{ type: 'play' }, { type: 'seek', position: 30 }])
})

test('the end is finished, and starts over', () => {
  player.play(a)
  soundUntil(59.8)
  audio.end()
  audio.settle()
  expect(kept()).toMatchObject({ finished: true })
  player.toggle()
  expect(audio.currentTime).toBe(0)
  soundUntil(1)
  expect(kept()).toMatchObject({ finished: false, position: 1 })
})

test('a visit to a moment keeps the place until the listener has played on past the clip', () => {
  player.play(a)
  soundUntil(40)
  player.send({ type: 'visit', moment: { startSeconds: 10, endSeconds: 20 } })
  player.send({ type: 'seek', position: 10 })
  whys = []
  for (const position of [11, 19, 20.1]) soundUntil(position)
  expect(audio.commands.slice(-2)).toEqual([{ type: 'pause' }, { type: 'seek', position: 20 }])
  audio.settle()
  vi.advanceTimersByTime(2 * 3_600_000)
  player.toggle()
  audio.settle()
  expect(audio.currentTime).toBe(20)
  expect(kept()).toMatchObject({ position: 40 })
  expect(whys).toEqual([])
  soundUntil(20.75)
  expect(kept()).toMatchObject({ position: 20.75 })
  expect(whys).toEqual(['jump'])
})

test('a visit writes down where it began from, and nothing of itself when the next one begins', () => {
  player.play(a, [a, b])
  soundUntil(40.2)
  audio.goTo(40.9)
  player.send({ type: 'visit', moment: { startSeconds: 10, endSeconds: null } })
  player.send({ type: 'seek', position: 10 })
  soundUntil(12)
  player.next()
  soundUntil(1)
  expect(kept()).toMatchObject({ position: 40.9 })
  expect(kept(b)).toMatchObject({ position: 1 })
})

test('to go on from here is to be here', () => {
  player.play(a)
  soundUntil(40)
  player.send({ type: 'visit', moment: { startSeconds: 10, endSeconds: null } })
  player.send({ type: 'seek', position: 10 })
  soundUntil(12)
  pause()
  expect(kept()).toMatchObject({ position: 40 })
  player.send({ type: 'visit', moment: null })
  expect(kept()).toMatchObject({ position: 12 })
})

test('no walk through a visit changes the place', () => {
  const anySecond = fc.nat(59)
  const anyMoment = fc.tuple(anySecond, fc.option(fc.integer({ min: 1, max: 20 })))
  const anyStep = fc.oneof(
    anyMoment.map(([startSeconds, length]) => () => {
      const endSeconds = length === null ? null : startSeconds + length
      player.send({ type: 'visit', moment: { startSeconds, endSeconds } })
    }),
    anySecond.map((position) => () => player.send({ type: 'seek', position })),
    anySecond.map((position) => () => player.send({ type: 'move', position })),
    fc.nat(20).map((seconds) => () => {
      audio.arrive()
      audio.settle()
      audio.sound(seconds)
    }),
    fc.constantFrom(
      () => player.toggle(),
      () => player.send({ type: 'seek-start' }),
      () => player.send({ type: 'seek-end', position: 30 }),
      () => player.send({ type: 'retry', load: player.store.getState().load }),
      () => audio.break(),
      () => vi.advanceTimersByTime(3_600_000),
      () => recorder.saveNow(),
      () => player.next(),
    ),
  )
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 30 }), (steps) => {
      localStorage.clear()
      player.send({ type: 'clear' })
      player.play(a, [a, b])
      soundUntil(40)
      for (const step of steps) {
        const [before, { visit }] = [kept(), player.store.getState()]
        step()
        const after = player.store.getState()
        if (visit !== null && after.visit !== null) expect(kept()).toEqual(before)
        audio.settle()
        if (after.currentId === null) break
      }
    }),
    { numRuns: 300 },
  )
})

test('a browser that refuses storage remembers for the visit', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  player.play(a)
  soundUntil(12)
  pause()
  expect(setItem).toHaveBeenCalled()
  expect(localStorage.length).toBe(0)
  expect(kept()?.position).toBe(12)
  expect(listPositions()).toHaveLength(1)
})

test('garbage in the storage is nothing', () => {
  localStorage.setItem('position::audio-book:97', '{"position":"far"}')
  localStorage.setItem('position::audio-book:98', '{')
  expect(kept()).toBeNull()
  expect(listPositions()).toEqual([])
  player.play(a)
  expect(audio.commands.at(-1)).toMatchObject({ startAt: 0 })
})
