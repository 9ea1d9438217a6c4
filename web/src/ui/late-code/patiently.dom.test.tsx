import { onlineManager } from '@tanstack/react-query'
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

/** @param isServerUp the results of connection checks, the last one repeated */
function stubBrowser(isServerUp: boolean[], playbackState: MediaSessionPlaybackState = 'none') {
  const mediaSession = { playbackState }
  vi.stubGlobal('navigator', { onLine: true, mediaSession })
  const checks = [...isServerUp]
  vi.stubGlobal('fetch', async () => {
    const isUp = checks.length > 1 ? checks.shift() : checks[0]
    if (!isUp) throw gone
    return new Response('ok')
  })
  return mediaSession
}

function offers(): string[] {
  return useToasts.getState().shown.map(({ message }) => message)
}

test('code that cannot be fetched while the server is down is fetched once it is up, however long that takes', async () => {
  stubBrowser([...Array<boolean>(20).fill(false), true])
  const fetchCode = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('code')
  const fetched = patiently(fetchCode, true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetchCode).toHaveBeenCalledTimes(2)
  await expect(fetched).resolves.toBe('code')
})

test('the browser’s word of a new connection has the server asked at once', async () => {
  stubBrowser([false, true])
  const fetchCode = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('code')
  const fetched = patiently(fetchCode)
  await expect.poll(() => onlineManager.isOnline()).toBe(false)
  window.dispatchEvent(new Event('online'))
  await expect(fetched).resolves.toBe('code')
})

test('code that cannot be fetched from a server that is up is asked for again, and nobody hears of it', async () => {
  stubBrowser([true], 'playing')
  const fetchCode = vi.fn<() => Promise<string>>()
  for (let times = 0; times < 4; times += 1) fetchCode.mockRejectedValueOnce(gone)
  const fetched = patiently(fetchCode.mockResolvedValue('code'))
  await vi.advanceTimersByTimeAsync(4000)
  await expect(fetched).resolves.toBe('code')
  expect(offers()).toEqual([])
})

test('a page whose code has gone fails, as long as nothing plays', async () => {
  const mediaSession = stubBrowser([true], 'playing')
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
  stubBrowser([true])
  const failed = vi.fn<() => void>()
  for (const part of ['dialog', 'queue']) void patiently(() => Promise.reject(new Error(part))).catch(failed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failed).not.toHaveBeenCalled()
  expect(offers()).toEqual(['Something could not be loaded'])
})
