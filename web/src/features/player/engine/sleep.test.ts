import { beforeEach, expect, it } from 'vitest'
import { teachAll } from './full-rules.ts'
import type { Player } from './player.ts'
import type { FakeAudio } from './testing/fake-audio.ts'
import { createFakePlayer } from './testing/fake-player.ts'
import { newTrack } from './testing/tracks.ts'

const tracks = [newTrack('a'), newTrack('b'), newTrack('c')] as const

let audio: FakeAudio
let player: Player

/** Sounds for so long, over the ends of tracks. */
function hear(seconds: number): void {
  for (let left = seconds; left > 0; left -= 0.25) {
    audio.sound(0.25)
    audio.settle()
    audio.arrive()
    audio.settle()
  }
}

beforeEach(() => {
  ;({ player, audio } = createFakePlayer())
  teachAll(player)
  player.send({ type: 'set-volume', volume: 0.5 })
  player.play(tracks[0], tracks)
  audio.arrive()
  audio.settle()
  player.send({ type: 'set-sleep', until: 100, position: 0 })
})

it.each([
  [89, 0.5],
  [90, 0.5],
  [95, 0.25],
  [99, 0.05],
])('after %s of 100 seconds it sounds at %s of its half volume', (seconds, volume) => {
  hear(seconds)
  expect(audio.volume).toBeCloseTo(volume)
  expect(player.store.getState()).toMatchObject({ volume: 0.5, playing: true })
})

it('at its end it is still, ten seconds back, and as loud as the listener has it', () => {
  hear(100)
  expect(player.store.getState()).toMatchObject({ playing: false, sleep: { kind: 'over', at: 'time' } })
  expect(audio.commands.slice(-3).map(({ type }) => type)).toEqual(['pause', 'seek', 'tune'])
  expect(audio.currentTime).toBe(30)
  expect(audio.volume).toBe(0.5)
})

it('heeds a volume and a speed chosen while it fades', () => {
  hear(95)
  player.send({ type: 'set-volume', volume: 1 })
  expect(audio.volume).toBeCloseTo(0.5)
  player.send({ type: 'set-speed', speed: 2 })
  expect(audio.volume).toBeCloseTo(0.5)
  expect(player.store.getState().volume).toBe(1)
})

it.each([
  ['extended', { type: 'extend-sleep', position: 35 }],
  ['turned off', { type: 'set-sleep', until: null, position: 35 }],
] as const)('%s while it fades it is loud again at once', (_name, wish) => {
  hear(95)
  player.send(wish)
  expect(audio.volume).toBe(0.5)
})

it('is not over for what the element still says before it pauses', () => {
  hear(99)
  audio.sound(1)
  player.send({ type: 'dry' })
  player.send({ type: 'sounding' })
  audio.settle()
  expect(player.store.getState()).toMatchObject({ playing: false, sleep: { kind: 'over' } })
})

it('goes with the queue', () => {
  player.send({ type: 'clear' })
  expect(player.store.getState().sleep).toBeNull()
  player.send({ type: 'set-sleep', until: 60, position: 0 })
  expect(player.store.getState().sleep).toBeNull()
})
