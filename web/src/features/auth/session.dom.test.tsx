import { listAudioBooks } from '@earmark/contract/audio-books.ts'
import { logout, revoke } from '@earmark/contract/auth.ts'
import { listProgress } from '@earmark/contract/positions.ts'
import { getQueue } from '@earmark/contract/queues.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isSessionOver } from './form/response.ts'
import { forgetSession, logOut, logOutEverywhere, onPersonChange, signIn, useSession } from './session.ts'

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

function cacheAnswers() {
  for (const key of [...privateKeys, publicKey]) queryClient.setQueryData(key, {})
}

function storeInOtherTab(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** Answers every request, and keeps their paths. */
function stubFetch(answer: (path: string) => Response | Promise<Response>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return await answer(path)
  })
  return asked
}

const noContent = () => new Response(null, { status: 204 })

beforeEach(() => {
  localStorage.clear()
  forgetSession()
  cacheAnswers()
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
  expect(useSession.getState()).toEqual({ signedIn: true, role, person: '1' })
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

test('a page that comes back from the browser’s cache learns who is signed in by now', () => {
  signIn(pair({ sub: '1', role: 'User' }))
  cacheAnswers()
  // What is stored while it waits there is told to nobody.
  localStorage.removeItem('accessToken')
  window.dispatchEvent(new Event('pageshow'))
  expect(useSession.getState().signedIn).toBe(false)
  expect(cached()).toEqual([publicKey])
})

test('signing in and forgetting the session both drop what was cached for a person, and nothing else', () => {
  signIn(pair({ sub: '1', role: 'User' }))
  expect(cached()).toEqual([publicKey])
  cacheAnswers()
  forgetSession()
  expect(cached()).toEqual([publicKey])
  expect(useSession.getState()).toEqual({ signedIn: false, role: null, person: '' })
  expect(Object.keys(localStorage).filter((key) => key !== 'deviceId')).toEqual([])
})

test('a person who signs in or out is told, a renewal is not', () => {
  const told: string[][] = []
  const stop = onPersonChange((...people) => told.push(people))
  for (const role of ['User', 'Editor']) signIn(pair({ sub: '1', role }))
  signIn(pair({ sub: '2', role: 'User' }))
  forgetSession()
  stop()
  signIn(pair({ sub: '1', role: 'User' }))
  expect(told).toEqual([
    ['1', ''],
    ['2', '1'],
    ['', '2'],
  ])
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

test('logging out waits for what was asked for in the name of the session, and for what that led to', async () => {
  const read = Promise.withResolvers<Response>()
  const asked = stubFetch((path) => (path.endsWith('/progress') ? read.promise : noContent()))
  signIn(pair({ sub: '1', role: 'User' }))
  const followUp = async () => {
    await call(listProgress, {})
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
    return call(getQueue, { querystring: { optional: true } })
  }
  const answer = followUp()
  const leaving = logOut()
  await new Promise((resume) => setTimeout(resume))
  expect(asked).toEqual(['/api/positions/me/progress'])
  read.resolve(Response.json([]))
  await Promise.all([answer, leaving])
  expect(asked).toEqual(['/api/positions/me/progress', '/api/queues/me?optional=true', '/api/auth/logout'])
})

test.each([
  ['this device', logout.url, logOut],
  ['everywhere', revoke.url, logOutEverywhere],
])(
  'what is asked for while %s is logged out waits, and a person’s own is not asked for then',
  async (_, url, leave) => {
    const told = Promise.withResolvers<Response>()
    const asked = stubFetch((path) => (path.endsWith(url) ? told.promise : Response.json([])))
    signIn(pair({ sub: '1', role: 'User' }))
    const leaving = leave()
    await expect.poll(() => asked).toEqual([`/api${url}`])
    const own = call(listProgress, {})
    const others = call(listAudioBooks, {})
    own.catch(() => undefined)
    told.resolve(noContent())
    await leaving
    await expect(own).rejects.toMatchObject({ status: 401 })
    expect(await others).toEqual([])
    expect(asked).toEqual([`/api${url}`, '/api/audio-books'])
  },
)

test('a refusal to log out everywhere lets all go on', async () => {
  stubFetch((path) => Response.json([], { status: path.endsWith(revoke.url) ? 503 : 200 }))
  signIn(pair({ sub: '1', role: 'User' }))
  const leaving = logOutEverywhere()
  const own = leaving.catch(() => call(listProgress, {}))
  await expect(leaving).rejects.toMatchObject({ status: 503 })
  expect(await own).toEqual([])
  expect(useSession.getState().signedIn).toBe(true)
})

test('logging out waits for calls that follow upon each other, too', async () => {
  const asked = stubFetch((path) => (path.endsWith('/progress') ? Response.json([]) : noContent()))
  signIn(pair({ sub: '1', role: 'User' }))
  const answers = call(listProgress, {}).then(() => call(listProgress, {}))
  await Promise.all([answers, logOut()])
  expect(asked.map((path) => path.split('/').at(-1))).toEqual(['progress', 'progress', 'logout'])
})

test('signing in in another tab is seen here', () => {
  storeInOtherTab('userRole', 'Editor')
  expect(useSession.getState()).toEqual({ signedIn: false, role: null, person: '' })
  storeInOtherTab('accessToken', pair({ sub: '1' }).accessToken)
  expect(useSession.getState()).toEqual({ signedIn: true, role: 'Editor', person: '1' })
  expect(cached()).toEqual([publicKey])
})

test.each([
  ['signs out', null],
  ['signs in as somebody else', pair({ sub: '2', role: 'User' }).accessToken],
])('another tab that %s drops what was cached here', (_, accessToken) => {
  signIn(pair({ sub: '1', role: 'User' }))
  cacheAnswers()
  storeInOtherTab('accessToken', accessToken)
  expect(cached()).toEqual([publicKey])
})

test.each([
  ['refresh', 'accessToken', pair({ sub: '1', role: 'User', iat: 7 }).accessToken],
  ['setting', 'theme', 'dark'],
])('a %s in another tab drops nothing and disturbs nobody', (_, key, value) => {
  signIn(pair({ sub: '1', role: 'User' }))
  cacheAnswers()
  const heed = vi.fn<() => void>()
  const stop = useSession.subscribe(heed)
  storeInOtherTab(key, value)
  stop()
  expect(cached()).toHaveLength(4)
  expect(heed).not.toHaveBeenCalled()
})

test('a refusal is the end of the session only once that is forgotten', () => {
  signIn(pair({ sub: '1', role: 'User' }))
  expect(isSessionOver(new ApiError(401, []))).toBe(false)
  forgetSession()
  expect(isSessionOver(new ApiError(401, []))).toBe(true)
  expect(isSessionOver(new ApiError(500, []))).toBe(false)
})
