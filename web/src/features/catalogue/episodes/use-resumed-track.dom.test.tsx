import type { Progress } from '@earmark/contract/positions.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { noCover } from '../../../testing/no-cover.ts'
import { useSession } from '../../auth/index.ts'
import { storeSession } from '../../player/audio/testing/fake-player.ts'
import { recordLocal } from '../../player/positions/merge.ts'
import { writePosition } from '../../player/positions/store.ts'
import { episodeTrack } from '../tracks.ts'
import { useResumedTrack } from './use-resumed-track.ts'

const podcast = { id: 7, name: 'Signals' }
const episode = (id: number) => ({
  id,
  name: `Episode ${id}`,
  ...noCover,
  audioUrl: `/media/${id}/x.mp3`,
  durationSeconds: 60,
})
const trackOf = (id: number) => {
  const track = episodeTrack(episode(id), podcast)
  if (track === null) throw new Error('It has audio')
  return track
}
const shown = [trackOf(1), trackOf(2)]
let server: FakeServer

beforeEach(() => localStorage.clear())

afterEach(() => {
  cleanup()
  queryClient.clear()
  useSession.setState({ signedIn: false, role: null, person: '' })
  vi.unstubAllGlobals()
})

/** In this browser. */
function hear(id: number, position: number, at: number, finished = false): void {
  const track = trackOf(id)
  const kept = recordLocal(null, { position, finished, at }, 1)
  writePosition({ ...kept, recording: track.recording, durationSeconds: 60, track })
}

const onAccount = (id: number, positionSeconds: number): Progress => ({
  audioBookId: null,
  podcastId: podcast.id,
  podcastEpisodeId: id,
  positionSeconds,
  durationSeconds: 60,
  version: 1,
  finished: false,
  playbackRate: 1,
  updatedAt: '2026-05-01T12:00:00.000Z',
})

function signIn(progress: Progress[]): void {
  storeSession('ada')
  useSession.setState({ signedIn: true, role: 'User', person: 'ada' })
  server = new FakeServer({
    'GET /positions/me/progress': progress,
    [`GET /podcasts/${podcast.id}/episodes/9/overview`]: episode(9),
  })
}

function Around({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

const resumed = () =>
  renderHook(() => useResumedTrack(podcast, shown)?.title ?? null, { wrapper: Around }).result

test('a visitor resumes the begun episode heard last, shown or not, without any request', () => {
  server = new FakeServer({})
  const title = resumed()
  expect(title.current).toBeNull()
  act(() => hear(1, 10, 1_000))
  expect(title.current).toBe('Episode 1')
  act(() => hear(9, 10, 2_000))
  expect(title.current).toBe('Episode 9')
  act(() => hear(2, 60, 3_000, true))
  expect(title.current).toBe('Episode 9')
  act(() => hear(9, 0, 4_000))
  expect(title.current).toBe('Episode 1')
  act(() => hear(1, 60, 5_000, true))
  expect(title.current).toBeNull()
  expect(server.heard).toEqual([])
})

test('an episode begun on another device is resumed, too, by its own answer if the page has it not', async () => {
  signIn([onAccount(9, 20), onAccount(1, 10)])
  const title = resumed()
  await waitFor(() => expect(title.current).toBe('Episode 9'))
  expect(server.heard).toEqual(['GET /positions/me/progress', 'GET /podcasts/7/episodes/9/overview'])
})

test('of an episode that the page has nothing is asked', async () => {
  signIn([onAccount(1, 10)])
  const title = resumed()
  await waitFor(() => expect(title.current).toBe('Episode 1'))
  expect(server.heard).toEqual(['GET /positions/me/progress'])
})

test('marked as unplayed here, it is so whatever the account has known before', async () => {
  signIn([onAccount(1, 10)])
  const title = resumed()
  await waitFor(() => expect(title.current).toBe('Episode 1'))
  act(() => hear(1, 0, 6_000))
  expect(title.current).toBeNull()
})
