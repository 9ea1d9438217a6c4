import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import type { AudioCommand, PlayerEvent } from './events.ts'
import { reduce } from './reducer.ts'
import { retryAfterSeconds } from './retry.ts'
import { currentTrack, emptyState, type PlayerState, srcOf } from './state.ts'
import { bookOfFiles, chaptersFrom, files, newTrack, reduceAll, sources } from './testing/tracks.ts'

const book = bookOfFiles()
const tracks = [...['a', 'b', 'c', 'd'].map(newTrack), book]
const anyTrack = fc.constantFrom(...tracks)
const anyList = fc.array(anyTrack, { maxLength: 5 })
const anyPosition = fc.oneof(
  fc.double({ min: -10, max: 70 }),
  fc.constantFrom(0, 60, Number.NaN, Number.POSITIVE_INFINITY),
)
const anyPlace = fc.integer({ min: -1, max: 6 })
const anyLoad = fc.integer({ min: 0, max: 10 })
const anySecond = fc.double({ min: 0, max: 60, noNaN: true })
const id = fc.integer({ min: 0, max: 20 })
const position = anyPosition
const play = fc.boolean()
const anyChapters = fc.uniqueArray(fc.nat(59), { maxLength: 6 }).map((starts) => chaptersFrom(starts))

const anyMoment = fc
  .tuple(fc.nat(59), fc.option(fc.integer({ min: 1, max: 30 })))
  .map(([startSeconds, length]) => ({ startSeconds, endSeconds: length && startSeconds + length }))

type Fields<Event> = { [Field in Exclude<keyof Event, 'type'>]: fc.Arbitrary<Event[Field]> }

const fields: { [Event in PlayerEvent as Event['type']]: Fields<Event> } = {
  'play-track': { track: anyTrack, list: anyList },
  complete: { tracks: anyList },
  add: { tracks: anyList, next: fc.boolean() },
  replace: {
    tracks: anyList,
    byHand: play,
    currentPlace: anyPlace,
    position: fc.option(position, { nil: undefined }),
    visit: fc.constant(undefined),
    play,
  },
  renew: { tracks: anyList },
  'play-queued': { id },
  remove: { id },
  arrange: { id, place: anyPlace },
  clear: {},
  play: {},
  pause: {},
  toggle: {},
  previous: {},
  next: {},
  seek: { position },
  move: { position },
  visit: { moment: fc.option(anyMoment) },
  'seek-start': {},
  'seek-end': { position },
  'set-speed': { speed: position },
  'set-volume': { volume: position },
  'set-muted': { muted: fc.boolean() },
  'set-sleep': {
    until: fc.oneof(
      position,
      fc.record({ chapters: fc.integer({ min: -1, max: 4 }) }),
      fc.constantFrom('track-end' as const, null),
    ),
    position,
  },
  'extend-sleep': { position: anySecond },
  recalled: { load: anyLoad, position: fc.option(position) },
  tick: { position: anySecond },
  retry: { load: anyLoad },
  'chapters-known': { recording: anyTrack.map(({ recording }) => recording), chapters: anyChapters },
  found: { load: anyLoad, files: fc.constantFrom([], files) },
  stuck: { position: anySecond },
  'media-known': { duration: position },
  'media-playable': {},
  'play-begun': {},
  sounding: {},
  buffering: {},
  paused: {},
  ended: {},
  broken: { position: anySecond },
  'play-refused': { load: anyLoad },
}
const anyEvent = fc.oneof(
  ...Object.entries(fields).map(([type, rest]) => fc.record({ type: fc.constant(type), ...rest })),
) as fc.Arbitrary<PlayerEvent>

function expectSound(state: PlayerState): void {
  expect(new Set(state.queue.map(({ id }) => id)).size).toBe(state.queue.length)
  expect(state.queue.every(({ id }) => id < state.nextId)).toBe(true)
  expect(state.currentId === null).toBe(state.queue.length === 0)
  expect(state.currentId === null).toBe(currentTrack(state) === null)
  const { playing, starting, seeking, media, failed } = state
  const isStill = !playing && !starting && seeking === null && media === 'nothing' && !failed
  expect(state.currentId !== null || isStill).toBe(true)
  expect(state.playing && state.starting).toBe(false)
  expect(state.duration === null || (Number.isFinite(state.duration) && state.duration > 0)).toBe(true)
  expect(state.speed >= 0.5 && state.speed <= 3.5 && state.volume >= 0 && state.volume <= 1).toBe(true)
  expect(seeking === null || media === 'ready').toBe(true)
  const { sleep } = state
  expect(state.currentId !== null || sleep === null).toBe(true)
  expect(sleep?.kind !== 'time' || sleep.leftSeconds > 0).toBe(true)
  expect(sleep?.kind !== 'chapters' || sleep.left > 0).toBe(true)
  expect(state.currentId !== null || state.chapters.length === 0).toBe(true)
  expect(state.currentId !== null || state.visit === null).toBe(true)
}

it('stays sound whatever comes, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state = emptyState
      for (const event of events) {
        const next = reduceAll([event], state)
        expectSound(next.state)
        const saidSo = event.type === 'play-begun' || event.type === 'sounding'
        expect(!next.state.playing || state.playing || saidSo).toBe(true)
        const loads = next.effects.filter((command) => command.type === 'load')
        const asked = { load: next.state.load, src: srcOf(next.state) }
        const faded = next.effects.filter((command) => command.type === 'tune')
        expect(faded.every(({ volume }) => volume >= 0 && volume <= next.state.volume)).toBe(true)
        expect(loads.every(({ load, src }) => load === asked.load && src === asked.src)).toBe(true)
        state = next.state
      }
    }),
    { numRuns: 500 },
  )
})

/** The specification's player: the queue, its current track, and whether it sounds. */
type Model = {
  queue: string[]
  current: number
  sounds: boolean
  ready: boolean
  held: boolean
  breaks: number
  /** Of the current track, where that has several. */
  file: number
  /** Stored positions by audio source. */
  left: Map<string, number>
}
type World = { player: Player; audio: FakeAudio; left: Map<string, number> }

function loads(model: Model, current: number, sounds: boolean): void {
  const file = Math.floor((model.left.get(model.queue[current] ?? '') ?? 0) / 60)
  Object.assign(model, { current, sounds: sounds && current >= 0, ready: false, held: false, file })
}

function isOfFiles({ queue, current }: Model): boolean {
  return queue[current] === book.audioSrc
}

/** A second of the current recording, from one of a minute. */
function placeIn(model: Model, second: number): number {
  return isOfFiles(model) ? second * files.length : second
}

function srcIn(model: Model): string | null {
  return (isOfFiles(model) ? files[model.file]?.audioUrl : model.queue[model.current]) ?? null
}

function changesFile(model: Model, file: number): void {
  if (file !== model.file) Object.assign(model, { file, ready: false })
}

function step(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, world: World) => void,
): fc.Command<Model, World> {
  return {
    check: (model) => check(model),
    run(model, world) {
      const { commands, load } = world.audio
      const before = commands.length
      run(model, world)
      world.audio.settle()
      for (const command of commands.slice(before)) expectWhereLeft(command, world, load)
      const state = world.player.store.getState()
      expectSound(state)
      expect(sources(state.queue)).toEqual(model.queue)
      expect(state.queue.findIndex(({ id }) => id === state.currentId)).toBe(model.current)
      expect(state.playing).toBe(model.sounds && !model.held)
      expect(!world.audio.paused).toBe(model.sounds && !model.held)
      expect(state.seeking !== null).toBe(model.held)
      expect(world.audio.src).toBe(srcIn(model))
    },
    toString: () => name,
  }
}

/** Each new load begins at the stored position. */
function expectWhereLeft(command: AudioCommand, { left }: World, load: number): void {
  if (command.type !== 'load' || command.load === load) return
  const isFile = files.some(({ audioUrl }) => audioUrl === command.src)
  expect(command.startAt).toBe(left.get((isFile ? book.audioSrc : command.src) ?? '') ?? 0)
}

const always = () => true
const hasCurrent = ({ current }: Model) => current >= 0
const isReady = ({ ready }: Model) => ready
const isHeld = ({ held }: Model) => held
const isFree = ({ held }: Model) => !held
const isHeard = ({ ready, sounds, held }: Model) => ready && sounds && !held
const mayBreak = ({ ready, breaks }: Model) => ready && breaks < retryAfterSeconds.length
const has = (place: number) => (model: Model) => place < model.queue.length
const mayChoose = (place: number) => (model: Model) => has(place)(model) && isFree(model)

function idAt(world: World, place: number): number {
  return world.player.store.getState().queue[place]?.id ?? -1
}

const plain = (...parts: Parameters<typeof step>) => fc.constant(step(...parts))

const steps = [
  fc.tuple(anyTrack, anyList).map(([track, list]) =>
    step(`play ${track.audioSrc} of ${sources(list).join()}`, always, (model, { player }) => {
      const listed = list.some((other) => other.audioSrc === track.audioSrc)
      model.queue = sources(listed ? list : [track, ...list])
      loads(model, model.queue.indexOf(track.audioSrc ?? ''), true)
      player.play(track, list)
    }),
  ),
  anyTrack.map((track) =>
    step(`add ${track.audioSrc}`, always, (model, { player }) => {
      model.queue.push(track.audioSrc ?? '')
      if (model.current < 0) loads(model, 0, false)
      player.add([track])
    }),
  ),
  anyTrack.map((track) =>
    step(`play ${track.audioSrc} next`, always, (model, { player }) => {
      model.queue.splice(model.current + 1, 0, track.audioSrc ?? '')
      if (model.current < 0) loads(model, 0, false)
      player.send({ type: 'add', tracks: [track], next: true })
    }),
  ),
  fc.tuple(fc.nat(6), fc.nat(6)).map(([from, to]) =>
    step(`move ${from} to ${to}`, has(from), (model, world) => {
      const places = model.queue.map((_, place) => place)
      places.splice(to, 0, ...places.splice(from, 1))
      model.queue = places.map((place) => model.queue[place] ?? '')
      if (model.current >= 0) model.current = places.indexOf(model.current)
      world.player.send({ type: 'arrange', id: idAt(world, from), place: to })
    }),
  ),
  fc.nat(6).map((place) =>
    step(`remove ${place}`, has(place), (model, world) => {
      model.queue.splice(place, 1)
      if (place === model.current) loads(model, model.queue.length > 0 ? 0 : -1, model.sounds)
      else if (place < model.current) model.current -= 1
      world.player.send({ type: 'remove', id: idAt(world, place) })
    }),
  ),
  fc.nat(6).map((place) =>
    step(`choose ${place}`, mayChoose(place), (model, world) => {
      if (place === model.current) model.sounds = true
      else loads(model, place, true)
      world.player.send({ type: 'play-queued', id: idAt(world, place) })
    }),
  ),
  fc.tuple(anyTrack, fc.nat(59)).map(([{ audioSrc }, position]) =>
    step(`be left at ${position} of ${audioSrc}`, always, (_model, { left }) => {
      left.set(audioSrc ?? '', audioSrc === book.audioSrc ? position * files.length : position)
    }),
  ),
  plain('clear', always, (model, { player }) => {
    model.queue = []
    loads(model, -1, false)
    player.send({ type: 'clear' })
  }),
  fc.constantFrom(1, -1).map((by) =>
    step(by > 0 ? 'next' : 'previous', always, (model, { player }) => {
      if (model.current >= 0 && model.queue[model.current + by] !== undefined) {
        loads(model, model.current + by, model.sounds)
      }
      if (by > 0) player.next()
      else player.previous()
    }),
  ),
  plain('toggle', hasCurrent, (model, { player }) => {
    model.sounds = !model.sounds
    player.toggle()
  }),
  plain('arrive', hasCurrent, (model, { audio }) => {
    model.ready = true
    audio.arrive()
  }),
  plain('sound to the end', isHeard, (model, { audio }) => {
    if (isOfFiles(model) && model.file + 1 < files.length) changesFile(model, model.file + 1)
    else if (model.current + 1 < model.queue.length) loads(model, model.current + 1, true)
    else model.sounds = false
    audio.end()
  }),
  fc.nat(59).map((position) =>
    step(`break off at ${position}, and be there again`, mayBreak, (model, { player, audio, left }) => {
      model.breaks += 1
      audio.currentTime = position
      left.set(model.queue[model.current] ?? '', audio.position())
      loads(model, model.current, model.sounds)
      audio.break()
      audio.settle()
      player.send({ type: 'retry', load: player.store.getState().load })
    }),
  ),
  plain('be paused by the system', isFree, (model, { audio }) => {
    model.sounds = false
    audio.pause()
  }),
  plain('hold the slider', isReady, (model, { player }) => {
    model.held = true
    player.send({ type: 'seek-start' })
  }),
  fc.nat(59).map((position) =>
    step(`let the slider go at ${position}`, isHeld, (model, { player, audio }) => {
      model.held = false
      const place = placeIn(model, position)
      changesFile(model, isOfFiles(model) ? Math.floor(place / 60) : 0)
      player.send({ type: 'seek-end', position: place })
      expect(audio.position()).toBe(place)
    }),
  ),
]

it('does what the specification says, on any walk through it', () => {
  fc.assert(
    fc.property(fc.commands(steps, { maxCommands: 60 }), (walk) => {
      fc.modelRun(() => {
        const left = new Map<string, number>()
        const { player, audio } = createFakePlayer({
          recall: ({ audioSrc }) => left.get(audioSrc ?? '') ?? null,
        })
        const none = { sounds: false, ready: false, held: false, breaks: 0, file: 0 }
        return { model: { queue: [], current: -1, ...none, left }, real: { player, audio, left } }
      }, walk)
    }),
    { numRuns: 500 },
  )
})

it('asks at one place so often at most, whatever the listener does about it', () => {
  const anyBreak = fc.record({ type: fc.constant('broken' as const), position: fc.constantFrom(24, 25, 26) })
  const anyReport = fc.constantFrom<PlayerEvent>(
    { type: 'media-known', duration: 60 },
    { type: 'media-playable' },
    { type: 'sounding' },
    { type: 'paused' },
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(anyBreak, anyReport), { maxLength: 80 }), (events) => {
      let { state } = reduceAll([{ type: 'play-track', track: newTrack('a'), list: [] }])
      let tries = 0
      for (const event of events) {
        const next = reduce(state, event)
        if (next.effects.some(({ type }) => type === 'tell-failure')) tries = 0
        const again = reduce(next.state, { type: 'retry', load: next.state.load })
        tries += again.effects.length
        expect(tries).toBeLessThanOrEqual(retryAfterSeconds.length)
        state = again.state
      }
    }),
  )
})
