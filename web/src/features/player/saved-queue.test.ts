import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newTrack } from './engine/testing/tracks.ts'
import { readSavedQueue } from './saved-queue.ts'

const track = { ...newTrack('/media/a.mp3'), referenceLink: '/audio-books/1' }
const queue = { version: 1, tracks: [track, { ...track, audioSrc: '/media/b.mp3' }], currentPlace: 1 }
const place = { audioSrc: '/media/b.mp3', position: 12.5 }

it('brings back the queue, the current track and its position', () => {
  const saved = readSavedQueue(JSON.stringify(queue), JSON.stringify(place))
  expect(saved).toEqual({ tracks: queue.tracks, currentPlace: 1, position: 12.5 })
})

it.each([
  ['of another track', { ...place, audioSrc: '/media/a.mp3' }],
  ['before the start', { ...place, position: -1 }],
  ['that is no number', { ...place, position: '12' }],
  ['that is not there', null],
])('starts at the beginning for a position %s', (_name, saved) => {
  expect(readSavedQueue(JSON.stringify(queue), JSON.stringify(saved))?.position).toBe(0)
})

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['another version', JSON.stringify({ ...queue, version: 2 })],
  ['no tracks', JSON.stringify({ ...queue, tracks: [] })],
  ['a current track that is not there', JSON.stringify({ ...queue, currentPlace: 2 })],
  ['half a place', JSON.stringify({ ...queue, currentPlace: 0.5 })],
  [
    'a track without a title',
    JSON.stringify({ ...queue, tracks: [{ ...track, title: 1 }], currentPlace: 0 }),
  ],
  [
    'a page elsewhere',
    JSON.stringify({ ...queue, tracks: [{ ...track, referenceLink: '//x.y' }], currentPlace: 0 }),
  ],
  [
    'a script for audio',
    JSON.stringify({ ...queue, tracks: [{ ...track, audioSrc: 'javascript:1' }], currentPlace: 0 }),
  ],
])('is empty for %s', (_name, text) => {
  expect(readSavedQueue(text, null)).toBeNull()
})

it('survives any garbage', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.json(), fc.string()),
      fc.oneof(fc.json(), fc.string()),
      (queueText, placeText) => {
        expect(readSavedQueue(queueText, placeText)).toBeNull()
      },
    ),
  )
})
