import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fullRules, teachAll } from './full-rules.ts'
import type { Player } from './player.ts'
import { retryAfterSeconds } from './retrying.ts'
import { emptyState } from './state.ts'
import type { FakeAudio } from './testing/fake-audio.ts'
import { createFakePlayer } from './testing/fake-player.ts'
import { newTrack } from './testing/tracks.ts'

const [a, b] = [newTrack('a'), newTrack('b')] as const
const patience = retryAfterSeconds.reduce((sum, seconds) => sum + seconds, 0)

let audio: FakeAudio
let player: Player
let failuresTold = 0
const left = new Map<string, number>()

beforeEach(() => {
  vi.useFakeTimers()
  left.clear()
  failuresTold = 0
  ;({ player, audio } = createFakePlayer({
    tellFailure: () => (failuresTold += 1),
    recall: ({ audioSrc }) => {
      const position = left.get(audioSrc)
      return position === undefined ? null : { position }
    },
  }))
  teachAll(player)
  player.play(a, [a, b])
  arrive()
})

afterEach(() => void vi.useRealTimers())

const state = () => player.store.getState()
const loads = () => audio.commands.filter((command) => command.type === 'load')

function arrive(): void {
  audio.arrive()
  audio.settle()
}

function breakAt(position: number): void {
  audio.currentTime = position
  audio.break()
  audio.settle()
}

function wait(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1000)
  audio.settle()
}

it('a sound that breaks off goes on where it was, without a word', () => {
  // What is remembered may lag behind.
  left.set('a', 20)
  breakAt(25)
  expect(state()).toMatchObject({ playing: false, starting: true, failed: false })
  expect(player.isActive()).toBe(true)
  wait(0.25)
  expect(loads().at(-1)).toEqual({ type: 'load', load: 2, src: 'a', startAt: 25, play: true })
  arrive()
  expect(state()).toMatchObject({ playing: true, failed: false })
  expect(failuresTold).toBe(0)
})

it('is a failure after several tries at one place, a quarter of a minute later', () => {
  breakAt(25)
  for (const seconds of retryAfterSeconds) {
    expect(failuresTold).toBe(0)
    wait(seconds)
    breakAt(25)
  }
  expect(patience).toBeCloseTo(15, 0)
  expect(failuresTold).toBe(1)
  expect(state()).toMatchObject({ failed: true, starting: false, startAt: 25, interruption: null })
  wait(60)
  expect(loads()).toHaveLength(1 + retryAfterSeconds.length)
})

it('counts anew where the sound has got on', () => {
  for (let at = 5; at <= 55; at += 5) {
    breakAt(at)
    expect(state().interruption?.tries).toBe(1)
    wait(0.25)
    arrive()
  }
  expect(failuresTold).toBe(0)
})

it('waits longer each time', () => {
  breakAt(25)
  wait(0.25)
  breakAt(25)
  wait(0.4)
  expect(loads()).toHaveLength(2)
  wait(0.1)
  expect(loads()).toHaveLength(3)
})

it('what cannot be had from the first is a failure at once', () => {
  player.next()
  breakAt(0)
  expect(failuresTold).toBe(1)
  expect(state().failed).toBe(true)
})

it('a pause while it waits stays a pause', () => {
  breakAt(25)
  player.toggle()
  expect(player.isActive()).toBe(false)
  wait(0.25)
  expect(loads().at(-1)).toMatchObject({ startAt: 25, play: false })
  arrive()
  expect(state().playing).toBe(false)
})

it('is no failure either when play is pressed meanwhile', () => {
  breakAt(25)
  player.toggle()
  player.toggle()
  breakAt(25)
  expect(state()).toMatchObject({ failed: false, starting: true, interruption: { tries: 2 } })
  expect(failuresTold).toBe(0)
})

it('a sound that was paused is there again when it is wanted', () => {
  player.pause()
  audio.settle()
  breakAt(25)
  wait(0.25)
  arrive()
  expect(state()).toMatchObject({ playing: false, media: 'ready', failed: false })
  expect(loads().at(-1)).toMatchObject({ startAt: 25, play: false })
})

it('goes on after the slider was held when it broke', () => {
  player.send({ type: 'seek-start' })
  audio.settle()
  breakAt(25)
  wait(0.25)
  arrive()
  expect(state()).toMatchObject({ playing: true, seeking: null })
})

it('another track meanwhile is left alone', () => {
  breakAt(25)
  player.next()
  wait(60)
  expect(loads().map(({ src }) => src)).toEqual(['a', 'b'])
  expect(state().interruption).toBeNull()
})

it('the moment of an older load is nobody’s', () => {
  breakAt(25)
  player.send({ type: 'play' })
  breakAt(25)
  player.send({ type: 'retry', load: 1 })
  expect(loads()).toHaveLength(2)
})

it('nothing is tried once the queue is empty', () => {
  breakAt(25)
  player.send({ type: 'clear' })
  wait(60)
  expect(loads()).toHaveLength(1)
})

it('asks at one place so often at most, whatever the listener does about it', () => {
  const anyBreak = fc.record({ type: fc.constant('broken' as const), position: fc.constantFrom(24, 25, 26) })
  const anyReport = fc.constantFrom(
    { type: 'media-known' as const, duration: 60 },
    { type: 'media-playable' as const },
    { type: 'sounding' as const },
    { type: 'paused' as const },
  )
  const rules = fullRules()
  fc.assert(
    fc.property(fc.array(fc.oneof(anyBreak, anyReport), { maxLength: 80 }), (events) => {
      let now = rules(emptyState, { type: 'play-track', track: a, list: [] }).state
      let tries = 0
      for (const event of events) {
        const next = rules(now, event)
        tries = next.commands.some(({ type }) => type === 'tell-failure') ? 0 : tries
        now = next.state
        const again = rules(now, { type: 'retry', load: now.load })
        tries += again.commands.length
        expect(tries).toBeLessThanOrEqual(retryAfterSeconds.length)
        now = again.state
      }
    }),
  )
})
