import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { newTrack } from './testing/tracks.ts'

const trackSeconds = 60
const trackCount = 4
const tracks = ['a', 'b', 'c', 'd'].map(newTrack)

/** The sleep timer as its listener would tell it, on a queue of four short tracks. */
type Model = {
  track: number
  position: number
  sounds: boolean
  sleep: { left: number } | 'track-end' | 'over' | 'over at the end' | null
}
type World = { player: Player; audio: FakeAudio }

function step(name: string, run: (model: Model, world: World) => void): fc.Command<Model, World> {
  return {
    check: () => true,
    run(model, world) {
      run(model, world)
      world.audio.settle()
      world.audio.arrive()
      world.audio.settle()
      const { playing, sleep, currentId, queue, volume } = world.player.store.getState()
      const left = typeof model.sleep === 'object' ? (model.sleep?.left ?? null) : null
      expect(playing).toBe(model.sounds)
      expect(queue.findIndex(({ id }) => id === currentId)).toBe(model.track)
      expect(world.audio.currentTime).toBe(model.position)
      expect(sleep?.kind === 'time' ? sleep.leftSeconds : null).toBe(left)
      expect(sleep?.kind === 'over').toBe(model.sleep === 'over' || model.sleep === 'over at the end')
      expect(volume).toBe(0.8)
      expect(world.audio.volume).toBeCloseTo(0.8 * Math.min((left ?? 10) / 10, 1))
    },
    toString: () => name,
  }
}

/** Whatever brings another track or another place ends the sleep that came. */
function awake(model: Model): void {
  if (model.sleep === 'over' || model.sleep === 'over at the end') model.sleep = null
}

function goTo(model: Model, track: number): void {
  awake(model)
  model.track = track
  model.position = 0
}

function play(model: Model): void {
  if (model.sleep === 'over at the end' && model.track + 1 < trackCount) goTo(model, model.track + 1)
  else if (!model.sounds && model.position === trackSeconds) model.position = 0
  awake(model)
  model.sounds = true
}

function endTrack(model: Model): void {
  if (model.sleep === 'track-end') Object.assign(model, { sleep: 'over at the end', sounds: false })
  else if (model.track + 1 < trackCount) goTo(model, model.track + 1)
  else model.sounds = false
}

function sound(model: Model, seconds: number): void {
  if (!model.sounds) return
  const heard = Math.min(seconds, trackSeconds - model.position)
  if (typeof model.sleep === 'object' && model.sleep !== null) {
    if (model.sleep.left <= heard) {
      model.position = Math.max(model.position + model.sleep.left - 10, 0)
      Object.assign(model, { sleep: 'over', sounds: false })
      return
    }
    model.sleep = { left: model.sleep.left - heard }
  }
  model.position += heard
  if (model.position === trackSeconds) endTrack(model)
}

const plain = (...parts: Parameters<typeof step>) => fc.constant(step(...parts))

const steps = [
  fc.constantFrom(1, 6, 20, 45, 51, 57, 60).map((seconds) =>
    step(`hear ${seconds} s`, (model, { audio }) => {
      sound(model, seconds)
      audio.sound(seconds)
    }),
  ),
  fc.integer({ min: 55, max: 150 }).map((seconds) =>
    step(`sleep after ${seconds} s`, (model, { player }) => {
      model.sleep = { left: Math.max(seconds, 60) }
      player.send({ type: 'set-sleep', until: seconds, position: player.position() })
    }),
  ),
  fc.constantFrom('track-end' as const, null).map((until) =>
    step(`sleep ${until}`, (model, { player }) => {
      model.sleep = until
      player.send({ type: 'set-sleep', until, position: player.position() })
    }),
  ),
  plain('extend', (model, { player }) => {
    if (typeof model.sleep === 'object' && model.sleep !== null) model.sleep.left += 600
    else if (model.sleep !== null && model.sleep !== 'track-end') {
      play(model)
      model.sleep = { left: 600 }
    }
    player.send({ type: 'extend-sleep', position: player.position() })
  }),
  plain('toggle', (model, { player }) => {
    if (model.sounds) model.sounds = false
    else play(model)
    player.toggle()
  }),
  fc.nat(59).map((position) =>
    step(`jump to ${position}`, (model, { player }) => {
      awake(model)
      model.position = position
      player.send({ type: 'seek', position })
    }),
  ),
  fc.integer({ min: 0, max: 60 }).map((position) =>
    step(`hold the slider and let it go at ${position}`, (model, { player, audio }) => {
      model.position = position
      awake(model)
      if (model.sounds && position === trackSeconds) endTrack(model)
      player.send({ type: 'seek-start' })
      audio.settle()
      player.send({ type: 'seek-end', position })
    }),
  ),
  plain('next', (model, { player }) => {
    if (model.track + 1 < trackCount) goTo(model, model.track + 1)
    player.next()
  }),
]

it('counts what is heard, fades, stops and takes back, on any walk through it', () => {
  fc.assert(
    fc.property(fc.commands(steps, { maxCommands: 40 }), (walk) => {
      fc.modelRun(() => {
        const { player, audio } = createFakePlayer()
        player.send({ type: 'set-volume', volume: 0.8 })
        player.play(tracks[0] as (typeof tracks)[0], tracks)
        audio.arrive()
        audio.settle()
        const model: Model = { track: 0, position: 0, sounds: true, sleep: null }
        return { model, real: { player, audio } }
      }, walk)
    }),
    { numRuns: 500 },
  )
})
