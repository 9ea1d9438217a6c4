import { expect, it } from 'vitest'
import { noPreview } from '../../../testing/no-cover.ts'
import { reconcile } from './known-queue.ts'
import { itemOf, keyOf, trackOf } from './items.ts'

const nothing = { base: 0, key: '' }
const common = { base: 4, key: 'b1@0' }
const theirs = { version: 5, key: 'b9@0', fromThisDevice: false }

it.each([
  ['nothing anywhere', '', nothing, null, 'settled'],
  ['a first queue here', 'b1@0', nothing, null, 'save'],
  ['a first queue there', '', nothing, theirs, 'offer'],
  ['the same on both sides', 'b9@0', nothing, theirs, 'settled'],
  ['nothing new', 'b1@0', common, { ...theirs, version: 4, key: 'b1@0' }, 'settled'],
  ['a change here', 'b1@1', common, { ...theirs, version: 4, key: 'b1@0' }, 'save'],
  ['a change here to nothing', '', common, { ...theirs, version: 4, key: 'b1@0' }, 'save'],
  ['a change there', 'b1@0', common, theirs, 'offer'],
  ['a change on both sides', 'b1@1', common, theirs, 'offer'],
  ['emptied there', 'b1@0', common, { ...theirs, key: '' }, 'settled'],
  ['emptied there, changed here', 'b1@1', common, { ...theirs, key: '' }, 'save'],
  ['an answer that was lost', 'b1@1', common, { ...theirs, fromThisDevice: true }, 'save'],
  ['storage that was emptied', '', nothing, { ...theirs, fromThisDevice: true }, 'offer'],
] as const)('%s', (_name, localKey, known, server, expected) => {
  expect(reconcile(localKey, known, server)).toBe(expected)
})

it('a track is the same after its way over the server', () => {
  const shown = { title: 'T', subtitle: 'S', audioUrl: '/media/1', tracksCount: 1, durationSeconds: 9 }
  const ids = { audioBookId: null, podcastId: 3, podcastEpisodeId: 7 }
  const track = trackOf({ ...shown, ...noPreview, ...ids })
  expect(track).toMatchObject({ referenceLink: '/podcasts/3/episodes/7', audioSrc: '/media/1' })
  expect(track && itemOf(track)).toEqual({ podcastId: 3, podcastEpisodeId: 7 })
  expect(keyOf({ items: [{ audioBookId: 2 }, ids], currentIndex: 1 })).toBe('b2,e7@1')
})
