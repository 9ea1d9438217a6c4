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
