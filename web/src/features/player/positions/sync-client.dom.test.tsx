import type { Position } from '@earmark/contract/positions.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import { storeSession } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { createSyncClient } from './sync-client.ts'
import { type StoredPosition, readPosition, writePosition } from './store.ts'
import { beginAs } from './accounts.ts'
import { recordLocal } from './merge.ts'

const track = newTrack('a')
const { recording } = track
const path = `/positions/me/audio-books/${recording.id}` as const
const person = 'ada'
const ids = { audioBookId: recording.id, podcastId: null, podcastEpisodeId: null }

let isSounding: boolean

beforeEach(() => {
  localStorage.clear()
  storeSession(person)
  isSounding = false
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function at(version: number, positionSeconds: number, fromThisDevice = false): Position {
  const updatedAt = '2026-05-01T12:00:00.000Z'
  const rest = { finished: false, playbackRate: 1, deviceName: 'Firefox on Windows', updatedAt }
  return { positionSeconds, durationSeconds: 3600, version, fromThisDevice, ...rest }
}

function listen(position: number, more: Partial<StoredPosition> = {}) {
  const place = { position, finished: false, at: Date.now() }
  const kept = recordLocal(readPosition(recording), place, 1)
  writePosition({ ...kept, recording, durationSeconds: 3600, track, ...more })
}

function stale(current: Position | null) {
  return { code: 'StalePosition', description: 'Stale', current }
}

const syncClient = () => createSyncClient(() => isSounding)
const unsent = () => (readPosition(recording)?.change ?? 0) > (readPosition(recording)?.sent ?? 0)

test('sends what was heard, once, with the version that it follows', async () => {
  const server = new FakeServer({ [`PUT ${path}`]: at(4, 100, true) })
  listen(100, { base: 3 })
  const { push, pushAll } = syncClient()
  await Promise.all([push(recording), pushAll()])
  expect(server.heard).toEqual([`PUT ${path}`])
  expect(readPosition(recording)).toMatchObject({ position: 100, base: 4 })
  expect(unsent()).toBe(false)
})

test('a visitor’s positions go nowhere', async () => {
  const server = new FakeServer({})
  localStorage.removeItem('accessToken')
  listen(100)
  await syncClient().pushAll()
  await syncClient().pull(recording)
  expect(server.heard).toEqual([])
})

test.each([0, 503, 429])('what cannot be sent (%s) waits', async (status) => {
  vi.useFakeTimers()
  const server = new FakeServer({})
  if (status === 0) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  else server.refuse(`PUT ${path}`, status)
  listen(100)
  await syncClient().pushAll()
  expect(unsent()).toBe(true)
})

test('another device’s place is asked about, and nothing is sent before the answer', async () => {
  const server = new FakeServer({})
  server.refuse(`PUT ${path}`, 409, stale(at(7, 900)))
  listen(100, { base: 3 })
  const { pushAll } = syncClient()
  await pushAll()
  await pushAll()
  expect(server.heard).toEqual([`PUT ${path}`])
  expect(readPosition(recording)).toMatchObject({ position: 100, theirs: { position: 900, version: 7 } })
})

test('an own answer that was lost is nobody’s question: what was heard since goes out at once', async () => {
  const server = new FakeServer({})
  server.refuse(`PUT ${path}`, 409, stale(at(4, 90, true)))
  listen(100, { base: 3 })
  await syncClient().push(recording)
  expect(server.heard).toEqual([`PUT ${path}`, `PUT ${path}`])
  expect(readPosition(recording)).toMatchObject({ base: 4, theirs: null })
})

test.each([true, false])('a recording that is gone is not tried again (it sounds: %s)', async (sounds) => {
  const server = new FakeServer({})
  server.refuse(`PUT ${path}`, 404, { code: 'NotFound', description: 'Gone' })
  isSounding = sounds
  listen(100)
  const { pushAll } = syncClient()
  await pushAll()
  expect(readPosition(recording) !== null).toBe(sounds)
  listen(110)
  await pushAll()
  expect(server.heard).toEqual([`PUT ${path}`])
})

test('an answer of somebody between here and the server says nothing about the recording', async () => {
  new FakeServer({}).refuse(`PUT ${path}`, 404)
  listen(100)
  await syncClient().pushAll()
  expect(unsent()).toBe(true)
})

test('what the server does not understand is not sent again, but what follows it is', async () => {
  const server = new FakeServer({})
  server.refuse(`PUT ${path}`, 400, { code: 'InvalidBody', description: 'What?' })
  const { pushAll } = syncClient()
  for (const position of [100, 110]) {
    listen(position)
    await pushAll()
    await pushAll()
  }
  expect(server.heard).toEqual([`PUT ${path}`, `PUT ${path}`])
})

test('a pause while something is under way is sent right after it', async () => {
  const server = new FakeServer({ [`PUT ${path}`]: at(4, 100, true) })
  listen(100, { base: 3 })
  const { push } = syncClient()
  const first = push(recording)
  listen(105)
  await Promise.all([first, push(recording)])
  expect(server.heard).toHaveLength(2)
  expect(unsent()).toBe(false)
})

test.each([true, false])('a server restored from a backup sets nobody back (own word: %s)', async (isOwn) => {
  const old = at(3, 50, isOwn)
  new FakeServer({ [`GET ${path}`]: old, 'GET /positions/me/progress': [{ ...ids, ...old }] })
  listen(100, { base: 5 })
  const heard = readPosition(recording) as StoredPosition
  writePosition({ ...heard, sent: heard.change })
  const { pull, pullAll } = syncClient()
  await pullAll()
  expect(unsent()).toBe(false)
  await pull(recording)
  expect(readPosition(recording)).toMatchObject({ position: 100, base: isOwn ? 3 : 5 })
  expect(readPosition(recording)?.theirs?.position).toBe(isOwn ? undefined : 50)
  expect(unsent()).toBe(true)
})

test('everything that the server has comes into this browser, and what it forgot goes', async () => {
  new FakeServer({ 'GET /positions/me/progress': [{ ...ids, ...at(5, 700), playbackRate: 1.5 }] })
  const gone = newTrack('z').recording
  listen(10, { recording: gone, base: 2, sent: Date.now() + 1000 })
  await syncClient().pullAll()
  expect(readPosition(recording)).toMatchObject({ position: 700, base: 5, durationSeconds: 3600 })
  expect(readPosition(recording)?.playbackRate).toBe(1.5)
  expect(readPosition(gone)).toBeNull()
})

test.each([
  ['the visitor’s', 800, 800],
  ['the account’s', 600, 700],
])('where a visitor signs in, the further place wins: %s', async (_whose, visited, expected) => {
  const server = new FakeServer({ 'GET /positions/me/progress': [{ ...ids, ...at(5, 700) }] })
  localStorage.removeItem('accessToken')
  listen(visited)
  storeSession(person)
  beginAs(person)
  const { pullAll, pushAll } = syncClient()
  await pullAll()
  await pushAll()
  expect(readPosition(recording)).toMatchObject({ position: expected, base: 5 })
  expect(readPosition(recording, '')).toBeNull()
  expect(server.heard.includes(`PUT ${path}`)).toBe(visited > 700)
})

test('nobody finds another one’s positions, and what was not sent waits for its own', () => {
  listen(100, { sent: Date.now() + 1000 })
  const other = newTrack('b').recording
  const heard = recordLocal(null, { position: 50, finished: false, at: Date.now() }, 1)
  writePosition({ ...heard, recording: other, durationSeconds: 3600, track })
  localStorage.removeItem('accessToken')
  beginAs('')
  expect(readPosition(recording)).toBeNull()
  expect(readPosition(recording, person)).toBeNull()
  expect(readPosition(other, person)).not.toBeNull()
  storeSession('bea')
  beginAs('bea')
  expect(readPosition(other)).toBeNull()
  expect(readPosition(other, person)).toBeNull()
})
