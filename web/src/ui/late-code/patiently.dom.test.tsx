import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../toast/toasts.ts'
import { patiently } from './patiently.ts'

const gone = new TypeError('Failed to fetch')

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ shown: [] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubBrowser(onLine: boolean, playbackState: MediaSessionPlaybackState = 'none') {
  const mediaSession = { playbackState }
  vi.stubGlobal('navigator', { onLine, mediaSession })
  return mediaSession
}

function offers(): string[] {
  return useToasts.getState().shown.map(({ message }) => message)
}

test('code that cannot be fetched without a connection is fetched once there is one, however often it goes', async () => {
  stubBrowser(false)
  const fetchCode = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(gone)
    .mockRejectedValueOnce(gone)
    .mockResolvedValue('code')
  const fetched = patiently(fetchCode)
  for (const times of [2, 3])
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(fetchCode).toHaveBeenCalledTimes(times)
    })
  await expect(fetched).resolves.toBe('code')
})

test('a server that is away for a moment is asked again, and nobody hears of it', async () => {
  stubBrowser(true, 'playing')
  const fetchCode = vi.fn<() => Promise<string>>()
  for (let times = 0; times < 4; times += 1) fetchCode.mockRejectedValueOnce(gone)
  const fetched = patiently(fetchCode.mockResolvedValue('code'))
  await vi.advanceTimersByTimeAsync(4000)
  await expect(fetched).resolves.toBe('code')
  expect(offers()).toEqual([])
})

test('a page whose code has gone fails, as long as nothing plays', async () => {
  const mediaSession = stubBrowser(true, 'playing')
  const failed = vi.fn<() => void>()
  void patiently(() => Promise.reject(gone), true).catch(failed)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(failed).not.toHaveBeenCalled()
  expect(offers()).toEqual(['Something could not be loaded'])
  mediaSession.playbackState = 'paused'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failed).toHaveBeenCalledExactlyOnceWith(gone)
})

test('a part of a page whose code has gone leaves the page as it is, and listeners may reload it', async () => {
  stubBrowser(true)
  const failed = vi.fn<() => void>()
  for (const part of ['dialog', 'queue']) void patiently(() => Promise.reject(new Error(part))).catch(failed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failed).not.toHaveBeenCalled()
  expect(offers()).toEqual(['Something could not be loaded'])
})
