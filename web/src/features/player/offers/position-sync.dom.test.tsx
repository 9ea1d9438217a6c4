import { afterEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import { storeSession } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { elsewhere } from '../tabs/tabs.ts'
import { readPosition, writePosition } from '../positions/store.ts'
import { recordLocal } from '../positions/merge.ts'
import { syncClient } from './position-sync.ts'

const track = newTrack('a')
const { recording } = track

afterEach(() => {
  elsewhere.setState({ playing: null })
  vi.unstubAllGlobals()
})

test.each([
  ['is asked about while another tab plays it', recording, 100],
  ['is taken while another tab plays something else', newTrack('b').recording, 700],
])('another device’s place %s', async (_name, heard, expected) => {
  storeSession('ada')
  const updatedAt = '2026-05-01T12:00:00.000Z'
  const rest = { playbackRate: 1, deviceName: 'Firefox on Windows', fromThisDevice: false, updatedAt }
  const theirs = { positionSeconds: 700, durationSeconds: 3600, finished: false, version: 5, ...rest }
  new FakeServer({ [`GET /positions/me/audio-books/${recording.id}`]: theirs })
  elsewhere.setState({ playing: { tab: 'other', title: track.title, recording: heard } })
  const place = { position: 100, finished: false, at: Date.now() }
  const kept = { ...recordLocal(null, place, 1), base: 3, sent: Date.now() + 1000 }
  writePosition({ ...kept, recording, durationSeconds: 3600, track })
  await syncClient.pull(recording)
  expect(readPosition(recording)?.position).toBe(expected)
  expect(readPosition(recording)?.theirs?.position).toBe(expected === 100 ? 700 : undefined)
})
