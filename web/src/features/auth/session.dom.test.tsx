import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { forgetSession, logOut, signIn, useSession } from './session.ts'

const privateKeys = [
  ['api', '/users/profiles/me'],
  ['api', '/libraries/me'],
  ['api', '/positions/me'],
]
const publicKey = ['api', '/audio-books/7']

function pair(claims: object) {
  const payload = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return { accessToken: `header.${payload}.signature`, refreshToken: 'r1' }
}

function cached() {
  return [...privateKeys, publicKey].filter((key) => queryClient.getQueryData(key) !== undefined)
}

function tellOfOtherTab(key: string | null, oldValue: string | null, newValue: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
}

beforeEach(() => {
  forgetSession()
  for (const key of [...privateKeys, publicKey]) queryClient.setQueryData(key, {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test.each([
  [{ sub: '1', role: 'Admin' }, 'Admin'],
  [{ sub: '1', role: 'Editor', note: '~~~???' }, 'Editor'],
  [{ sub: '1', role: 'Emperor' }, null],
  [{ sub: '1' }, null],
])('signing in with %j keeps the tokens and the role %s', (claims, role) => {
  signIn(pair(claims))
  expect(useSession.getState()).toEqual({ signedIn: true, role })
  expect(localStorage.getItem('accessToken')).toBe(pair(claims).accessToken)
  expect(localStorage.getItem('refreshToken')).toBe('r1')
  expect(localStorage.getItem('userRole')).toBe(role)
})

test.each(['', 'nonsense', 'a.b.c', `a.${btoa('null')}.c`, `a.${btoa('"Admin"')}.c`])(
  'the token %j says no role',
  (accessToken) => {
    signIn({ accessToken, refreshToken: 'r1' })
    expect(useSession.getState().role).toBeNull()
  },
)

test('signing in and forgetting the session both drop what was cached for a person, and nothing else', () => {
  signIn(pair({ role: 'User' }))
  expect(cached()).toEqual([publicKey])
  for (const key of privateKeys) queryClient.setQueryData(key, {})
  forgetSession()
  expect(cached()).toEqual([publicKey])
  expect(useSession.getState()).toEqual({ signedIn: false, role: null })
  expect(Object.keys(localStorage).filter((key) => key !== 'deviceId')).toEqual([])
})

test('logging out tells the server, and forgets the session even if nobody answers', async () => {
  const ask = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', ask)
  const { accessToken, refreshToken } = pair({ role: 'User' })
  signIn({ accessToken, refreshToken })
  await logOut()
  const [path, init] = ask.mock.calls[0] ?? []
  expect(path).toBe('/api/auth/logout')
  expect(new Headers(init?.headers).get('Authorization')).toBe(`Bearer ${accessToken}`)
  expect(useSession.getState().signedIn).toBe(false)
  expect(localStorage.getItem('refreshToken')).toBeNull()
})

test('signing in in another tab is seen here', () => {
  localStorage.setItem('userRole', 'Editor')
  tellOfOtherTab('userRole', null, 'Editor')
  expect(useSession.getState()).toEqual({ signedIn: false, role: null })
  localStorage.setItem('accessToken', 'a')
  tellOfOtherTab('accessToken', null, 'a')
  expect(useSession.getState()).toEqual({ signedIn: true, role: 'Editor' })
})

test.each([
  ['refreshToken', 'r1', null],
  ['refreshToken', null, 'r2'],
  [null, null, null],
])('another person in another tab (%s from %s to %s) drops what was cached here', (key, before, after) => {
  tellOfOtherTab(key, before, after)
  expect(cached()).toEqual([publicKey])
})

test.each<[string, string | null, string]>([
  ['refreshToken', 'r1', 'r2'],
  ['accessToken', 'a', 'b'],
  ['theme', null, 'dark'],
])(
  'a refresh or a setting in another tab (%s from %s to %s) drops nothing and disturbs nobody',
  (key, before, after) => {
    const heed = vi.fn<() => void>()
    const stop = useSession.subscribe(heed)
    tellOfOtherTab(key, before, after)
    stop()
    expect(cached()).toHaveLength(4)
    expect(heed).not.toHaveBeenCalled()
  },
)
