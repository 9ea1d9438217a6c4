import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { forgetSession, signIn } from '../../auth/index.ts'
import { createFakePlayer, storeSession, tokenOf } from '../audio/testing/fake-player.ts'
import { newTrack, sources } from '../reducer/testing/tracks.ts'
import { readFields } from '../../../lib/browser-storage.ts'
import { keepQueue } from './keep-queue.ts'
import { readSavedQueue, restoreQueue } from './restore-queue.ts'

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

const path = (audioSrc: string) => ({ ...newTrack(audioSrc), referenceLink: '/audio-books/1' })
const [a, b, c] = ['/a', '/b', '/c'].map(path) as [typeof track, typeof track, typeof track]

/** Opens and closes a page. @returns its queue then, the current track marked */
function visit(act: (player: ReturnType<typeof createFakePlayer>['player']) => void = () => {}): string {
  const { player } = createFakePlayer()
  const stop = keepQueue(player)
  restoreQueue(player, readFields('playerQueue'))
  act(player)
  stop()
  const { queue: tracks, currentId, playing } = player.store.getState()
  expect(playing).toBe(false)
  return sources(tracks)
    .map((src, place) => (tracks[place]?.id === currentId ? `*${src}` : src))
    .join(' ')
}

beforeEach(() => localStorage.clear())

it.each<[string, Parameters<typeof visit>[0][], string]>([
  ['what is added', [(player) => player.add([a])], '*/a'],
  [
    'what is added to what was saved',
    [(player) => player.play(b, [a, b]), (player) => player.add([c])],
    '/a */b /c',
  ],
  ['what is played', [(player) => player.play(b, [a, b]), (player) => player.play(c)], '*/c'],
  ['the track that was reached', [(player) => player.play(a, [a, b]), (player) => player.next()], '/a */b'],
  [
    'nothing once it is emptied',
    [(player) => player.add([a]), (player) => player.send({ type: 'clear' })],
    '',
  ],
])('%s is there after a reload, paused', (_name, visits, expected) => {
  for (const act of visits) visit(act)
  expect(visit()).toBe(expected)
})

it.each<[string, NonNullable<Parameters<typeof visit>[0]>, string]>([
  ['added follows it', (player) => player.add([c]), '/a */b /c'],
  ['played replaces it', (player) => player.play(c), '*/c'],
])('what is %s before the saved queue is back', (_name, act, expected) => {
  visit((player) => player.play(b, [a, b]))
  const { player } = createFakePlayer()
  const stored = readFields('playerQueue')
  const stop = keepQueue(player)
  act(player)
  restoreQueue(player, stored)
  stop()
  expect(visit()).toBe(expected)
})

it('an account’s queue is nobody else’s', () => {
  storeSession('ada')
  visit((player) => player.add([a]))
  expect(visit()).toBe('*/a')
  localStorage.removeItem('accessToken')
  expect([visit(), localStorage.getItem('playerQueue')]).toEqual(['', null])
})

it('an account’s queue goes when its session ends, a visitor’s stays when they sign in', () => {
  visit((player) => player.add([a]))
  expect(visit(() => signIn({ accessToken: tokenOf('ada'), refreshToken: 'r' }))).toBe('*/a')
  expect(visit(() => forgetSession())).toBe('')
  expect([visit(), localStorage.getItem('playerQueue')]).toEqual(['', null])
})
