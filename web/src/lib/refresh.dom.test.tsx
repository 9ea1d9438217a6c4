import { changePassword, login, logout } from '@earmark/contract/auth.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call } from './api.ts'
import { onSessionNews, type SessionNews } from './session-news.ts'

/** An answer's status and body, or no connection. */
type Answer = { status: number; body?: unknown } | 'no connection'

const profile = { id: '1', email: 'ada@example.com', name: 'Ada' }
const refused = { status: 401, body: [{ code: 'Unauthorized', description: 'Sign in.' }] }

let heard: SessionNews[]
let requests: { path: string; bearer: string | null; deviceId: string | null; body: unknown }[]
/** The answers of /auth/refresh in order, the last one repeated. */
let refreshAnswers: (Answer | (() => Answer))[]
let accepted: string[]

function token(name: string, sub = 'ada', role = 'User'): string {
  return `${name}.${btoa(JSON.stringify({ sub, role }))}.signature`
}

function store(accessToken: string | null, refreshToken: string | null) {
  localStorage.clear()
  if (accessToken) localStorage.setItem('accessToken', accessToken)
  if (refreshToken) localStorage.setItem('refreshToken', refreshToken)
}

const refreshes = () => requests.filter(({ path }) => path === '/api/auth/refresh')

function answerTo(path: string, bearer: string | null): Answer {
  if (path !== '/api/auth/refresh')
    return bearer && accepted.includes(bearer) ? { status: 200, body: profile } : refused
  const answer = (refreshAnswers.length > 1 ? refreshAnswers.shift() : refreshAnswers[0]) ?? 'no connection'
  return typeof answer === 'function' ? answer() : answer
}

beforeEach(() => {
  heard = []
  requests = []
  accepted = [token('new')]
  refreshAnswers = [{ status: 200, body: { accessToken: token('new'), refreshToken: 'r2' } }]
  store(token('old'), 'r1')
  onSessionNews((news) => heard.push(news))
  vi.stubGlobal(
    'fetch',
    vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async (path, init) => {
      if (path === '/health/live') return new Response()
      const headers = new Headers(init.headers)
      const bearer = headers.get('Authorization')?.replace('Bearer ', '') ?? null
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      requests.push({ path, bearer, deviceId: headers.get('X-DeviceId'), body })
      const answer = answerTo(path, bearer)
      if (answer === 'no connection') throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer.body ?? null), { status: answer.status })
    }),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function failureOf(answer: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('No ApiError', { cause: error })
  return error
}

test('twenty calls that are refused at once share one refresh, and all are made again', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(getProfile, {})))
  expect(answers).toEqual(Array.from({ length: 20 }, () => profile))
  expect(refreshes()).toEqual([
    {
      path: '/api/auth/refresh',
      bearer: null,
      deviceId: localStorage.getItem('deviceId'),
      body: { accessToken: token('old'), refreshToken: 'r1' },
    },
  ])
  expect(requests).toHaveLength(41)
  expect(localStorage.getItem('accessToken')).toBe(token('new'))
  expect(localStorage.getItem('refreshToken')).toBe('r2')
  expect(localStorage.getItem('userRole')).toBe('User')
  expect(heard).toEqual(['renewed'])
})

test('a refused refresh loses the session, once for all who wait', async () => {
  refreshAnswers = [{ status: 401, body: [{ code: 'InvalidRefreshToken', description: 'No.' }] }]
  const failures = await Promise.all(Array.from({ length: 5 }, () => failureOf(call(getProfile, {}))))
  expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  expect(heard).toEqual(['lost'])
  expect(refreshes()).toHaveLength(1)
})

test.each<[string, Answer, number]>([
  ['no connection', 'no connection', 0],
  ['a server that restarts', { status: 503 }, 503],
  ['a server at its limit', { status: 429 }, 503],
])('%s is no refusal: it is asked again, and the person stays signed in', async (_, answer, status) => {
  vi.useFakeTimers()
  refreshAnswers = [answer]
  const failure = failureOf(call(getProfile, {}))
  await vi.runAllTimersAsync()
  expect(await failure).toMatchObject({ status, passing: true })
  expect(refreshes()).toHaveLength(2)
  expect(localStorage.getItem('refreshToken')).toBe('r1')
  expect(heard).toEqual([])
})

test('a refresh that is answered the second time goes on as if nothing had been', async () => {
  vi.useFakeTimers()
  refreshAnswers = ['no connection', ...refreshAnswers]
  const answer = call(getProfile, {})
  await vi.runAllTimersAsync()
  expect(await answer).toEqual(profile)
})

test('a token that another tab has renewed is used without a refresh', async () => {
  vi.mocked(fetch).mockImplementationOnce(async () => {
    store(token('new'), 'r2')
    return new Response('[]', { status: 401 })
  })
  expect(await call(getProfile, {})).toEqual(profile)
  expect(refreshes()).toEqual([])
})

test.each([
  ['has signed out', null],
  ['has signed in as somebody else', token('new', 'grace')],
])('nothing is asked again when another tab %s meanwhile', async (_, stored) => {
  vi.mocked(fetch).mockImplementationOnce(async () => {
    store(stored, stored && 'r2')
    return new Response('[]', { status: 401 })
  })
  expect(await failureOf(call(getProfile, {}))).toMatchObject({ status: 401 })
  expect(requests).toEqual([])
  expect(heard).toEqual([])
})

test.each<[string, Answer]>([
  ['grants', { status: 200, body: { accessToken: token('new'), refreshToken: 'r2' } }],
  ['refuses', { status: 401 }],
])('signing out while a refresh is on its way stays, even if the server %s it', async (_, answer) => {
  refreshAnswers = [
    () => {
      store(null, null)
      return answer
    },
  ]
  expect(await failureOf(call(getProfile, {}))).toMatchObject({ status: 401 })
  expect(localStorage.getItem('accessToken')).toBeNull()
  expect(heard).toEqual([])
})

test('a second refusal is the answer', async () => {
  accepted = []
  expect(await failureOf(call(getProfile, {}))).toMatchObject({ status: 401 })
  expect(requests).toHaveLength(3)
  expect(heard).toEqual(['renewed'])
})

test('a call without a token is never made again', async () => {
  store(null, 'r1')
  expect(await failureOf(call(getProfile, {}))).toMatchObject({ status: 401 })
  expect(requests).toHaveLength(1)
})

test('a refused log-in or log-out asks for no refresh, a change of the password does', async () => {
  await failureOf(call(login, { body: { userName: 'ada@example.com', password: 'wrong' } }))
  await failureOf(call(logout, { body: {} }))
  expect(refreshes()).toEqual([])
  await call(changePassword, { body: { currentPassword: 'a', newPassword: 'b' } })
  expect(refreshes()).toHaveLength(1)
})

test('the tabs take turns, and one whose turn does not come goes without', async () => {
  const ask = vi.fn<(name: string, options: object, work: () => unknown) => unknown>(
    (_name, _options, work) => work(),
  )
  vi.stubGlobal('navigator', { locks: { request: ask } })
  expect(await call(getProfile, {})).toEqual(profile)
  expect(ask).toHaveBeenCalledOnce()

  store(token('old'), 'r1')
  ask.mockRejectedValue(new DOMException('Too long', 'TimeoutError'))
  expect(await call(getProfile, {})).toEqual(profile)
  expect(refreshes()).toHaveLength(2)
})
