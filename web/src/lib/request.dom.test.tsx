import { listAudioBooks } from '@earmark/contract/audio-books.ts'
import { confirmEmail, login } from '@earmark/contract/auth.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call, hasCode } from './api.ts'

/** The cache modes of the requests. */
let modes: (RequestCache | undefined)[]

beforeEach(() => {
  modes = []
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    modes.push(init.cache)
    return Response.json([])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is read in the second after a write has to be what is true now', async () => {
  await call(listAudioBooks, {})
  await call(confirmEmail, { body: { userId: 'a', token: 'b' } })
  await call(listAudioBooks, {})
  vi.advanceTimersByTime(999)
  await call(listAudioBooks, {})
  vi.advanceTimersByTime(1)
  await call(listAudioBooks, {})
  expect(modes).toEqual(['default', 'default', 'no-cache', 'no-cache', 'default'])
})

test.each([
  ['is a failure of the connection', false, { name: 'ApiError', status: 0 }],
  ['whose call is given up fails with the reason', true, { name: 'AbortError' }],
])('an answer that breaks off %s', async (_what, isGivenUp, failure) => {
  const response = Response.json([])
  vi.spyOn(response, 'text').mockRejectedValue(new DOMException('Broken off', 'AbortError'))
  vi.stubGlobal('fetch', async () => response)
  const signal = isGivenUp ? AbortSignal.abort() : new AbortController().signal
  await expect(call(listAudioBooks, {}, { signal })).rejects.toMatchObject(failure)
})

test('a failure is asked for the codes of its endpoint alone', () => {
  const error = new ApiError(403, [{ code: 'EmailNotConfirmed', description: 'x' }])
  expect(hasCode<typeof login>(error, 'EmailNotConfirmed')).toBe(true)
  expect(hasCode<typeof login>(error, 'InvalidCredentials')).toBe(false)
  expect(hasCode<typeof login>(new Error('x'), 'EmailNotConfirmed')).toBe(false)
  // @ts-expect-error -- Signing in has nothing to be stale.
  expect(hasCode<typeof login>(error, 'StaleRecord')).toBe(false)
  // @ts-expect-error -- Which endpoint?
  expect(hasCode(error, 'EmailNotConfirmed')).toBe(true)
})
