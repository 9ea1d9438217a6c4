import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { applyRemote } from '../positions/store.ts'
import type { NewTrack } from '../reducer/state.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import {
  tellOfChangedRecordings,
  useChangedRecording,
  withdrawChangedRecording,
} from './changed-recording.ts'

const heardAt = '2026-03-03T12:00:00.000Z'
const later = '2026-03-04T12:00:00.000Z'
const call = 'GET /podcasts/2/episodes/4/overview'

const fog: NewTrack = {
  ...newTrack('/relay/aaaaaaaaaaaaaaaaaaaaaa.mp3'),
  recording: { kind: 'episode', id: 4, podcastId: 2 },
}

let player: Player
let audio: FakeAudio
let stop: () => void
let server: FakeServer

const isTold = () => useChangedRecording.getState().isTold

function hear(positionSeconds: number, finished = false): void {
  const position = { positionSeconds, finished, playbackRate: 1, version: 1, updatedAt: heardAt }
  const remote = { ...position, durationSeconds: 60, device: null } as never
  applyRemote(fog.recording, remote, { base: 0, person: '', isSounding: false })
}

function serve(recordingChangedAt: string | null): void {
  server = new FakeServer({ [call]: { recordingChangedAt } })
}

async function play(track = fog): Promise<void> {
  player.play(track)
  audio.arrive()
  audio.settle()
  await expect.poll(() => player.store.getState().media).toBe('ready')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  // What follows from the answer has run.
  await new Promise((resume) => setTimeout(resume))
}

beforeEach(() => {
  ;({ player, audio } = createFakePlayer())
  stop = tellOfChangedRecordings(player)
})

afterEach(() => {
  stop()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a recording that has changed since it was heard last is told of, until that is closed', async () => {
  serve(later)
  hear(30)
  await play()
  expect(isTold()).toBe(true)
  withdrawChangedRecording()
  expect(isTold()).toBe(false)
})

test('it is told of one that sounded before this code had come', async () => {
  stop()
  serve(later)
  hear(30)
  await play()
  stop = tellOfChangedRecordings(player)
  await expect.poll(() => isTold()).toBe(true)
})

test('another track ends it', async () => {
  serve(later)
  hear(30)
  await play()
  player.play(newTrack('b'))
  expect(isTold()).toBe(false)
})

test.for([
  ['has not changed', null, 30, false],
  ['changed before', '2026-03-02T12:00:00.000Z', 30, false],
  ['was not begun', later, 0, false],
  ['was finished', later, 60, true],
] as const)('nothing is told of one that %s', async ([, changedAt, position, finished]) => {
  serve(changedAt)
  hear(position, finished)
  await play()
  expect(isTold()).toBe(false)
})

test('of a recording that is kept here nothing is asked', async () => {
  serve(later)
  hear(30)
  await play({ ...fog, audioSrc: '/media/aaaaaaaaaaaaaaaaaaaaaa.mp3' })
  expect(server.heard).toEqual([])
})

test('without an answer nothing is told', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  serve(later)
  server.refuse(call, 404)
  hear(30)
  await play()
  expect(isTold()).toBe(false)
})
