import { expect, it } from 'vitest'
import { teachAll } from './engine/full-rules.ts'
import { createFakePlayer } from './engine/testing/fake-player.ts'
import { newTrack } from './engine/testing/tracks.ts'
import { latestSpeed, speedKey } from './own-speeds.ts'

it.each([
  ['an audio book', { kind: 'audio-book', id: 7 }, 'me:audio-book:7'],
  ['an episode, all of its podcast', { kind: 'episode', id: 7, podcastId: 3 }, 'me:podcast:3'],
] as const)('%s has a speed of its own', (_name, recording, key) => {
  expect(speedKey(recording, 'me')).toBe(key)
})

it.each([
  ['nothing was ever chosen', [], 1],
  ['it was chosen here', [{ speed: 1.5, at: 3 }], 1.5],
  [
    'another device went on faster since',
    [
      { speed: 1.5, at: 3 },
      { speed: 2, at: 4 },
    ],
    2,
  ],
  [
    'it was chosen here since',
    [
      { speed: 1.5, at: 5 },
      { speed: 2, at: 4 },
    ],
    1.5,
  ],
])('when %s', (_name, known, expected) => {
  expect(latestSpeed(known)).toBe(expected)
})

it('every recording is loaded at its own speed, which is set before it is', () => {
  const { player, audio } = createFakePlayer()
  const [a, b] = [newTrack('a'), newTrack('b')] as const
  teachAll(player, ({ id }) => (id === b.recording.id ? 1.5 : 1))
  player.play(a, [a, b])
  expect(player.store.getState().speed).toBe(1)
  player.next()
  expect(player.store.getState().speed).toBe(1.5)
  expect(audio.commands.slice(-2).map(({ type }) => type)).toEqual(['tune', 'load'])
  player.send({ type: 'set-speed', speed: 2 })
  player.toggle()
  expect(player.store.getState().speed).toBe(2)
  player.previous()
  expect(player.store.getState().speed).toBe(1)
})
