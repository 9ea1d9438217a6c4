import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newTrack } from '../reducer/testing/tracks.ts'
import { createFakePlayer } from './testing/fake-player.ts'

const [a, b] = [newTrack('a'), newTrack('b')] as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('loads and plays in the turn of the click, where the recording was left', () => {
  const { player, audio } = createFakePlayer({ recall: ({ audioSrc }) => (audioSrc === 'b' ? 12 : null) })
  player.play(b, [a, b])
  expect(audio.commands).toEqual([{ type: 'load', load: 1, src: 'b', fileStart: 0, startAt: 12, play: true }])
  expect(audio.paused).toBe(false)
})

it('does what is sent while an event is under way after that event', () => {
  const { player, audio } = createFakePlayer()
  player.store.subscribe(({ load }, before) => {
    if (load !== before.load) player.send({ type: 'set-speed', speed: 2 })
  })
  player.play(a)
  expect(audio.commands.map(({ type }) => type)).toEqual(['tune', 'load'])
  expect(player.store.getState()).toMatchObject({ speed: 2, media: 'loading' })
})

it('tries again in time, and tells a failure', () => {
  const tellFailure = vi.fn()
  const { player, audio } = createFakePlayer({ tellFailure })
  player.play(a)
  audio.arrive()
  audio.settle()
  audio.currentTime = 25
  audio.break()
  audio.settle()
  vi.advanceTimersByTime(249)
  expect(audio.load).toBe(1)
  vi.advanceTimersByTime(1)
  expect(audio).toMatchObject({ load: 2, src: 'a', currentTime: 25 })
  player.play(b)
  audio.break()
  audio.settle()
  expect(tellFailure).toHaveBeenCalledOnce()
})

it('plays two hundred files one after another, as one recording', () => {
  const files = Array.from({ length: 201 }, (_, index) => ({
    audioUrl: `f${index}`,
    startSeconds: index * 60,
    durationSeconds: 60,
  }))
  const { player, audio } = createFakePlayer()
  player.play({ ...a, filesCount: files.length, files })
  for (const { audioUrl, startSeconds } of files) {
    audio.arrive()
    audio.settle()
    audio.sound(59)
    expect(audio).toMatchObject({ src: audioUrl, paused: false, load: 1 })
    expect(player.position()).toBe(startSeconds + 59)
    expect(player.store.getState()).toMatchObject({ playing: true, changing: false, duration: 201 * 60 })
    audio.sound(1)
    audio.settle()
  }
  expect(player.store.getState()).toMatchObject({ playing: false, starting: false, file: 200 })
  expect(player.position()).toBe(201 * 60)
})

it('the button of one recording plays, pauses and resumes it, and never rebuilds the queue for that', () => {
  const { player, audio } = createFakePlayer()
  player.toggleTrack(b, [a, b])
  audio.arrive()
  audio.settle()
  const { queue } = player.store.getState()
  for (const expected of [false, true]) {
    player.toggleTrack({ ...b }, [a, b])
    audio.settle()
    expect(player.store.getState()).toMatchObject({ playing: expected, queue })
  }
})
