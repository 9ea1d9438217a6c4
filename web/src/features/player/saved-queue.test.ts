import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newTrack } from './engine/testing/tracks.ts'
import { readSavedQueue } from './saved-queue.ts'

const track = { ...newTrack('/media/a.mp3'), referenceLink: '/audio-books/1' }
const looks = { coverColor: '#223344', coverPlaceholder: null, coverWidth: 600, coverHeight: 600 }
const episode = {
  ...track,
  coverLooks: looks,
  recording: { kind: 'episode', id: 7, podcastId: 3 },
  audioSrc: '/media/b.mp3',
}
const queue = { version: 2, tracks: [track, episode], currentPlace: 1 }

it.each([
  ['a visitor', {}, ''],
  ['an account', { person: 'ada' }, 'ada'],
])('brings back the queue and the current track of %s', (_name, whose, person) => {
  const expected = { tracks: queue.tracks, currentPlace: 1, byHand: false, person }
  expect(readSavedQueue(JSON.stringify({ ...queue, ...whose }))).toEqual(expected)
})

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['another version', JSON.stringify({ ...queue, version: 1 })],
  ['no tracks', JSON.stringify({ ...queue, tracks: [] })],
  ['a current track that is not there', JSON.stringify({ ...queue, currentPlace: 2 })],
  ['half a place', JSON.stringify({ ...queue, currentPlace: 0.5 })],
  [
    'a track without a title',
    JSON.stringify({ ...queue, tracks: [{ ...track, title: 1 }], currentPlace: 0 }),
  ],
  [
    'an episode of no podcast',
    JSON.stringify({
      ...queue,
      tracks: [{ ...track, recording: { kind: 'episode', id: 7 } }],
      currentPlace: 0,
    }),
  ],
  [
    'a page elsewhere',
    JSON.stringify({ ...queue, tracks: [{ ...track, referenceLink: '//x.y' }], currentPlace: 0 }),
  ],
  [
    'a cover of no width',
    JSON.stringify({
      ...queue,
      tracks: [{ ...track, coverLooks: { ...looks, coverWidth: 0 } }],
      currentPlace: 0,
    }),
  ],
  [
    'a script for audio',
    JSON.stringify({ ...queue, tracks: [{ ...track, audioSrc: 'javascript:1' }], currentPlace: 0 }),
  ],
])('is empty for %s', (_name, text) => {
  expect(readSavedQueue(text)).toBeNull()
})

it('survives any garbage', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(readSavedQueue(text)).toBeNull()
    }),
  )
})
