import { beforeEach, describe, expect, it } from 'vitest'
import type { Player } from './player.ts'
import { currentTrack, emptyState } from './state.ts'
import type { FakeAudio } from './testing/fake-audio.ts'
import { createFakePlayer } from './testing/fake-player.ts'
import { newTrack, sources } from './testing/tracks.ts'
import { transition } from './transition.ts'

const [a, b, c] = [newTrack('a'), newTrack('b'), newTrack('c')] as const

let audio: FakeAudio
let player: Player
let failuresTold = 0
const left = new Map<string, number>()

beforeEach(() => {
  left.clear()
  failuresTold = 0
  ;({ player, audio } = createFakePlayer({
    tellFailure: () => (failuresTold += 1),
    recall: ({ audioSrc }) => {
      const position = left.get(audioSrc)
      return position === undefined ? null : { position }
    },
  }))
})

function state() {
  return player.store.getState()
}

function current() {
  return currentTrack(state())?.audioSrc ?? null
}

function arrive() {
  audio.arrive()
  audio.settle()
}

function playThrough(track = a, list = [a, b, c]) {
  player.play(track, list)
  arrive()
}

function idAt(place: number): number {
  return state().queue[place]?.id ?? -1
}

it.each([
  ['played', () => player.play(a, [a, b]), false],
  ['added to', () => player.add([a]), true],
  ['played anew', () => (player.add([a, b]), player.play(c)), false],
  ['shortened', () => (player.play(a, [a, b]), player.send({ type: 'remove', id: idAt(1) })), true],
  ['emptied', () => (player.add([a]), player.send({ type: 'clear' })), false],
  ['restored', () => player.send({ type: 'restore', tracks: [a], currentPlace: 0, byHand: true }), true],
])('a queue that is %s: by hand or not', (_name, make, expected) => {
  make()
  expect(state().byHand).toBe(expected)
})

describe('playing a track', () => {
  it('loads and plays in the same turn', () => {
    player.play(b, [a, b, c])
    expect(audio.commands).toEqual([{ type: 'load', load: 1, src: 'b', startAt: 0, play: true }])
    expect(audio.paused).toBe(false)
  })

  it('is playing only once the element says so', () => {
    player.play(a)
    expect(state()).toMatchObject({ playing: false, starting: true })
    audio.settle()
    expect(state()).toMatchObject({ playing: true, starting: false, waiting: true })
    arrive()
    expect(state()).toMatchObject({ playing: true, waiting: false, media: 'ready', duration: 60 })
  })

  it('replaces the queue and gives every track a new id', () => {
    player.play(a, [a, b])
    const before = state().queue.map(({ id }) => id)
    player.play(c, [a, b])
    expect(sources(state().queue)).toEqual(['c', 'a', 'b'])
    expect(state().queue.some(({ id }) => before.includes(id))).toBe(false)
  })

  it('is not undone by the refusal of an older load', () => {
    player.play(a)
    player.play(b)
    player.send({ type: 'play-refused', load: 1 })
    expect(state().starting).toBe(true)
    player.send({ type: 'play-refused', load: 2 })
    expect(state()).toMatchObject({ starting: false, playing: false })
  })
})

describe('adding', () => {
  it('loads without playing when nothing is current', () => {
    player.add([a])
    arrive()
    expect(current()).toBe('a')
    expect(audio.commands).toEqual([{ type: 'load', load: 1, src: 'a', startAt: 0, play: false }])
    expect(state().playing).toBe(false)
  })

  it('appends and leaves what plays alone', () => {
    playThrough(a, [])
    player.add([b, a])
    expect(sources(state().queue)).toEqual(['a', 'b', 'a'])
    expect(audio.commands).toHaveLength(1)
  })
})

describe('previous, next and the end', () => {
  it('stay in bounds', () => {
    playThrough(a, [a, b])
    player.previous()
    expect(current()).toBe('a')
    player.next()
    player.next()
    expect(current()).toBe('b')
    expect(audio.commands).toHaveLength(2)
  })

  it('keep playing what was playing and keep still what was paused', () => {
    playThrough()
    player.next()
    arrive()
    expect(state().playing).toBe(true)
    player.pause()
    audio.settle()
    player.next()
    arrive()
    expect(current()).toBe('c')
    expect(state().playing).toBe(false)
  })

  it('the end goes on with the next track', () => {
    playThrough(a, [a, b])
    audio.end()
    audio.settle()
    expect(current()).toBe('b')
    arrive()
    expect(state().playing).toBe(true)
  })

  it('the end of the last track is the end', () => {
    playThrough(b, [a, b])
    audio.end()
    audio.settle()
    expect(current()).toBe('b')
    expect(state()).toMatchObject({ playing: false, starting: false })
  })

  it('an end reached by seeking while paused stays there', () => {
    playThrough()
    player.pause()
    audio.settle()
    player.send({ type: 'seek', position: 60 })
    player.send({ type: 'ended' })
    expect(current()).toBe('a')
  })
})

describe('removing', () => {
  it('the current track loads the first remaining one', () => {
    playThrough(b, [a, b, c])
    player.send({ type: 'remove', id: state().currentId ?? -1 })
    expect(current()).toBe('a')
    expect(sources(state().queue)).toEqual(['a', 'c'])
  })

  it('the current track while it is still loading loads the first remaining one', () => {
    player.play(a, [a, b])
    player.send({ type: 'remove', id: idAt(0) })
    arrive()
    expect(current()).toBe('b')
    expect(state().playing).toBe(true)
  })

  it('the only track stops', () => {
    playThrough(a, [])
    player.send({ type: 'remove', id: idAt(0) })
    expect(state()).toMatchObject({ queue: [], currentId: null, playing: false, media: 'nothing' })
    expect(audio.src).toBeNull()
  })

  it('another track leaves the sound alone', () => {
    playThrough()
    player.send({ type: 'remove', id: idAt(2) })
    expect(audio.commands).toHaveLength(1)
    expect(state().playing).toBe(true)
  })

  it('one of two entries of the same recording leaves the other', () => {
    playThrough(a, [a])
    player.add([a])
    player.send({ type: 'remove', id: idAt(1) })
    expect(sources(state().queue)).toEqual(['a'])
    expect(state().playing).toBe(true)
  })

  it('everything stops', () => {
    playThrough()
    player.send({ type: 'clear' })
    expect(state()).toMatchObject({ queue: [], currentId: null, playing: false })
    expect(audio.src).toBeNull()
    audio.settle()
    expect(state().playing).toBe(false)
  })
})

describe('seeking', () => {
  it('does nothing before the media is ready', () => {
    player.play(a)
    player.send({ type: 'seek', position: 10 })
    player.send({ type: 'seek-start' })
    player.send({ type: 'seek-end', position: 10 })
    expect(audio.commands).toHaveLength(1)
    expect(state().seeking).toBeNull()
  })

  it.each([
    [-5, 0],
    [12.5, 12.5],
    [1000, 60],
    [Number.NaN, 0],
  ])('to %s goes to %s', (wish, expected) => {
    playThrough()
    player.send({ type: 'seek', position: wish })
    expect(audio.commands.at(-1)).toEqual({ type: 'seek', position: expected })
  })

  it('pauses at its start, remembers, and resumes at its end', () => {
    playThrough()
    player.send({ type: 'seek-start' })
    audio.settle()
    expect(state()).toMatchObject({ playing: false, seeking: { wasPlaying: true } })
    player.send({ type: 'seek-end', position: 30 })
    audio.settle()
    expect(audio.currentTime).toBe(30)
    expect(state()).toMatchObject({ playing: true, seeking: null })
  })

  it('stays paused when it was paused', () => {
    playThrough()
    player.pause()
    audio.settle()
    player.send({ type: 'seek-start' })
    player.send({ type: 'seek-end', position: 30 })
    audio.settle()
    expect(state().playing).toBe(false)
    expect(audio.currentTime).toBe(30)
  })

  it.each([
    ['pause', true, false],
    ['play', false, true],
    ['toggle', true, false],
  ] as const)('heeds a %s that comes meanwhile', (type, before, after) => {
    playThrough()
    if (!before) player.pause()
    audio.settle()
    player.send({ type: 'seek-start' })
    audio.settle()
    player.send({ type })
    expect(audio.paused).toBe(true)
    player.send({ type: 'seek-end', position: 30 })
    audio.settle()
    expect(state().playing).toBe(after)
  })

  it('let go at the very end goes on with the next track', () => {
    playThrough()
    player.send({ type: 'seek-start' })
    player.send({ type: 'seek-end', position: 60 })
    expect(current()).toBe('b')
    expect(audio.paused).toBe(false)
  })

  it('let go at the very end of the last track stays there instead of starting over', () => {
    playThrough(c)
    player.send({ type: 'seek-start' })
    player.send({ type: 'seek-end', position: 60 })
    audio.settle()
    expect(audio.currentTime).toBe(60)
    expect(state().playing).toBe(false)
  })

  it('holds back an end that comes while the slider is held', () => {
    playThrough()
    player.send({ type: 'seek-start' })
    player.send({ type: 'ended' })
    expect(current()).toBe('a')
  })

  it('is forgotten when another track is loaded meanwhile', () => {
    playThrough()
    player.send({ type: 'seek-start' })
    player.next()
    const commands = audio.commands.length
    player.send({ type: 'seek-end', position: 30 })
    expect(audio.commands).toHaveLength(commands)
    expect(audio.paused).toBe(false)
  })

  it.each([Number.POSITIVE_INFINITY, Number.NaN, 0])('needs a length: %s is none', (duration) => {
    player.play(a)
    player.send({ type: 'media-known', duration })
    player.send({ type: 'seek', position: 5 })
    expect(state().duration).toBeNull()
    expect(audio.commands).toHaveLength(1)
  })
})

describe('an audio error', () => {
  it('is told once and flagged until the media is playable', () => {
    playThrough()
    audio.currentTime = 25
    audio.break()
    audio.settle()
    expect(failuresTold).toBe(1)
    expect(state()).toMatchObject({ failed: true, playing: false, currentId: idAt(0) })
    player.toggle()
    expect(audio.commands.at(-1)).toEqual({ type: 'load', load: 2, src: 'a', startAt: 25, play: true })
    expect(state().failed).toBe(true)
    arrive()
    expect(state()).toMatchObject({ failed: false, playing: true })
  })

  it('in the middle of a list leaves the way to the next track open', () => {
    playThrough()
    audio.break()
    audio.settle()
    player.next()
    expect(current()).toBe('b')
    expect(state().failed).toBe(false)
  })

  it('keeps the place to start at when it comes before the media', () => {
    left.set('a', 40)
    player.send({ type: 'restore', tracks: [a], currentPlace: 0 })
    left.clear()
    player.send({ type: 'broken', position: 0 })
    player.toggle()
    expect(audio.commands.at(-1)).toMatchObject({ type: 'load', startAt: 40 })
  })
})

describe('a saved queue', () => {
  it('comes back paused, at its track and place', () => {
    left.set('b', 12)
    player.send({ type: 'restore', tracks: [a, b], currentPlace: 1 })
    expect(audio.commands).toEqual([{ type: 'load', load: 1, src: 'b', startAt: 12, play: false }])
    arrive()
    expect(state().playing).toBe(false)
  })

  it('does not push away what was begun in the meantime', () => {
    player.play(c)
    player.send({ type: 'restore', tracks: [a, b], currentPlace: 0 })
    expect(sources(state().queue)).toEqual(['c'])
  })

  it('comes before what was merely added in the meantime', () => {
    player.send({ type: 'add', tracks: [c], next: false })
    player.send({ type: 'restore', tracks: [a, b], currentPlace: 1 })
    expect(sources(state().queue)).toEqual(['a', 'b', 'c'])
    expect(audio.commands.at(-1)).toMatchObject({ type: 'load', src: 'b', play: false })
  })

  it.each([-1, 2, Number.NaN])('with its current track at place %s is left alone', (currentPlace) => {
    player.send({ type: 'restore', tracks: [a, b], currentPlace })
    expect(state().queue).toEqual([])
  })
})

describe('a recording that was left somewhere', () => {
  const starts = () => audio.commands.flatMap((command) => (command.type === 'load' ? [command.startAt] : []))

  it('goes on there, however its turn comes', () => {
    left.set('a', 11).set('b', 22).set('c', 33)
    player.play(a, [a, b, c])
    player.next()
    player.previous()
    player.send({ type: 'play-queued', id: idAt(2) })
    player.send({ type: 'remove', id: idAt(2) })
    arrive()
    audio.end()
    audio.settle()
    expect(starts()).toEqual([11, 22, 11, 33, 11, 22])
  })

  it('goes on there when the slider was let go at the end of the one before', () => {
    left.set('b', 22)
    playThrough()
    audio.settle()
    player.send({ type: 'seek-start' })
    player.send({ type: 'seek-end', position: 60 })
    expect(starts().at(-1)).toBe(22)
  })

  it('is added to an empty queue at its place', () => {
    left.set('c', 33)
    player.add([c])
    expect(audio.commands).toMatchObject([{ type: 'load', startAt: 33, play: false }])
  })

  it('goes on after a pause from where it is remembered then', () => {
    playThrough()
    audio.settle()
    player.pause()
    audio.settle()
    left.set('a', 7)
    player.toggle()
    expect(audio.commands.at(-1)).toEqual({ type: 'play', from: 7 })
  })

  it.each([Number.NaN, -5, Number.POSITIVE_INFINITY])('starts at the beginning for a place %s', (place) => {
    left.set('a', place)
    player.play(a)
    expect(starts()[0]).toBeLessThan(Number.POSITIVE_INFINITY)
    expect(starts()[0]).toBeGreaterThanOrEqual(0)
  })
})

describe('another place that became known', () => {
  it('is where it stands then, which is no jump of the listener', () => {
    playThrough()
    audio.settle()
    player.send({ type: 'move', position: 90 })
    expect(audio.commands.at(-1)).toEqual({ type: 'seek', position: 60 })
    expect(state().jumps).toBe(0)
    player.send({ type: 'seek', position: 3 })
    expect(state().jumps).toBe(1)
  })

  it('is where it will start when there is no media yet', () => {
    player.add([a])
    player.send({ type: 'move', position: 40 })
    expect(audio.commands.at(-1)).toMatchObject({ type: 'load', startAt: 40, play: false })
  })

  it('does not take the slider out of the listener’s hand', () => {
    playThrough()
    audio.settle()
    player.send({ type: 'seek-start' })
    const before = audio.commands.length
    player.send({ type: 'move', position: 40 })
    expect(audio.commands.length).toBe(before)
  })
})

describe('speed and volume', () => {
  it.each([
    [1.3, 1.3],
    [0.1, 0.5],
    [9, 3.5],
    [Number.NaN, 1],
  ])('a speed of %s becomes %s', (speed, expected) => {
    expect(transition(emptyState, { type: 'set-speed', speed }).state.speed).toBe(expected)
  })

  it('turning the volume up ends the muting', () => {
    player.send({ type: 'set-muted', muted: true })
    player.send({ type: 'set-volume', volume: 0.4 })
    expect(state()).toMatchObject({ volume: 0.4, muted: false })
    expect(audio.commands.at(-1)).toEqual({ type: 'tune', speed: 1, volume: 0.4, muted: false })
  })
})

describe('the button of one recording', () => {
  it('plays it, pauses it, resumes it, and never rebuilds the queue for that', () => {
    player.toggleTrack(b, [a, b])
    arrive()
    const { queue } = state()
    player.toggleTrack({ ...b }, [a, b])
    audio.settle()
    expect(state().playing).toBe(false)
    player.toggleTrack(b)
    audio.settle()
    expect(state().playing).toBe(true)
    expect(state().queue).toBe(queue)
  })
})
