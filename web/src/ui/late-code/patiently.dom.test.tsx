import { afterEach, expect, test, vi } from 'vitest'
import { whenOnline } from './when-online.ts'

afterEach(() => vi.unstubAllGlobals())

test('code that cannot be fetched without a connection is fetched once there is one, however often it goes', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const fetchCode = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('code')
  const fetched = whenOnline(fetchCode)
  for (const times of [2, 3])
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(fetchCode).toHaveBeenCalledTimes(times)
    })
  await expect(fetched).resolves.toBe('code')
})

test('code that the server does not have fails', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const gone = new TypeError('Failed to fetch')
  await expect(whenOnline(() => Promise.reject(gone))).rejects.toBe(gone)
})
