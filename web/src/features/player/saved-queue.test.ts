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
const withTrack = (fields: object) => ({ ...queue, tracks: [{ ...track, ...fields }], currentPlace: 0 })

it.each([
  ['a visitor', {}, ''],
  ['an account', { person: 'ada' }, 'ada'],
])('brings back the queue and the current track of %s', (_name, whose, person) => {
  const expected = { tracks: queue.tracks, currentPlace: 1, byHand: false, person }
  expect(readSavedQueue({ ...queue, ...whose })).toEqual(expected)
})

it.each([
  ['nothing', {}],
  ['another version', { ...queue, version: 1 }],
  ['no tracks', { ...queue, tracks: [] }],
  ['a current track that is not there', { ...queue, currentPlace: 2 }],
  ['half a place', { ...queue, currentPlace: 0.5 }],
  ['a track without a title', withTrack({ title: 1 })],
  ['an episode of no podcast', withTrack({ recording: { kind: 'episode', id: 7 } })],
  ['a page elsewhere', withTrack({ referenceLink: '//x.y' })],
  ['a cover of no width', withTrack({ coverLooks: { ...looks, coverWidth: 0 } })],
  ['a script for audio', withTrack({ audioSrc: 'javascript:1' })],
])('is empty for %s', (_name, stored) => {
  expect(readSavedQueue(stored)).toBeNull()
})

it('survives any garbage', () => {
  fc.assert(
    fc.property(fc.object(), (stored) => {
      expect(readSavedQueue(stored)).toBeNull()
    }),
  )
})
