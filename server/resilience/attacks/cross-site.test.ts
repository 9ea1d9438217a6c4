import { describe, expect, it } from 'vitest'
import { makePerson, password } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { apiCalls, type Method } from './attack-site.ts'
import { listRows } from '../../src/testing/engines.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** What a page of somebody else’s can make a browser send changes nothing. */

const token = 'a'.repeat(32)

const server = await forAllTests(startTestServer())
const admin = await makePerson(server, 'Admin')

/** RFC 9110, 9.2.1. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const unsafe = apiCalls.filter(({ method }) => !safeMethods.has(method))

type Headers = Record<string, string>

async function answerTo({ method, url }: { method: Method; url: string }, headers: Headers, payload = '{}') {
  return await server.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload }) })
}

/** Does it for each call, and tells which answered otherwise, or left anything behind. */
async function expectAll(
  tried: typeof apiCalls,
  headers: Headers,
  expected: (call: (typeof apiCalls)[number]) => unknown,
  payload?: string,
): Promise<void> {
  const before = await listRows(server.deps.db.connection)
  const wrong: unknown[] = []
  for (const call of tried) {
    const { statusCode, body } = await answerTo(call, headers, payload)
    const found = [statusCode, (JSON.parse(body || '[{}]') as { code?: string }[])[0]?.code]
    if (JSON.stringify(found) !== JSON.stringify(expected(call))) wrong.push([call.method, call.url, found])
  }
  expect(wrong).toEqual([])
  expect([...(await listRows(server.deps.db.connection)).symmetricDifference(before)]).toEqual([])
}

describe('every call that changes something is refused as forged', () => {
  const json = { 'content-type': 'application/json' }
  const cookie = `XSRF-TOKEN=${token}`
  const forged = [403, 'InvalidXsrfToken']
  const bearing = () => ({ ...admin.headers, ...json })

  it.each<[string, () => Headers]>([
    ['with the cookie alone', () => ({ ...json, cookie })],
    ['with the cookie among others', () => ({ ...json, cookie: `a=b; ${cookie}; c=d` })],
    ['with an empty cookie', () => ({ ...json, cookie: 'XSRF-TOKEN=' })],
    ['with the cookie and an empty bearer', () => ({ ...json, cookie, authorization: '' })],
    ['with another token', () => ({ ...bearing(), cookie, 'x-xsrf-token': 'b'.repeat(32) })],
    ['with an empty token', () => ({ ...bearing(), cookie, 'x-xsrf-token': '' })],
    ['with a longer token', () => ({ ...bearing(), cookie, 'x-xsrf-token': `${token}a` })],
    ['with a shorter token', () => ({ ...bearing(), cookie, 'x-xsrf-token': token.slice(1) })],
    ['with the token in capitals', () => ({ ...bearing(), cookie, 'x-xsrf-token': token.toUpperCase() })],
    ['with the token twice', () => ({ ...bearing(), cookie, 'x-xsrf-token': `${token}, ${token}` })],
    [
      'with the token of a second cookie',
      () => ({
        ...bearing(),
        cookie: `${cookie}; XSRF-TOKEN=${'b'.repeat(32)}`,
        'x-xsrf-token': 'b'.repeat(32),
      }),
    ],
    ['with a token for another method', () => ({ ...json, cookie, 'x-http-method-override': 'GET' })],
  ])('%s', async (_, headers) => {
    await expectAll(unsafe, headers(), () => forged)
  })

  it('before anybody is asked who calls, and what; reads are not', async () => {
    await expectAll(unsafe, { cookie, 'content-type': 'image/png' }, () => forged, 'x'.repeat(2 ** 21))
    const read = await answerTo({ method: 'GET', url: '/api/audio-books' }, { cookie })
    expect(read.statusCode).toBe(200)
  })
})

describe('a form, or a script, of a foreign page that needs no leave', () => {
  const account = { email: 'planted@example.org', password, name: 'Planted' }
  const planted = JSON.stringify({ ...account, userName: account.email, nickname: 'Planted', audioBookId: 1 })
  const stranger = {
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
    'sec-fetch-site': 'cross-site',
  }
  /** Calls without anything to say: they end a session only if the bearer says whose. */
  const isMute = ({ url }: { url: string }) => url.endsWith('/logout')

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'text/plain;application/json',
    'text/plain, application/json',
    'text/plain; a="application/json"',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded; application/json',
    'application/jsonp',
    '*/*',
    'null',
    '',
  ])('changes nothing as %j', async (type) => {
    const open = unsafe.filter(({ access }) => access === 'everyone')
    await expectAll(
      unsafe.filter(({ access }) => access !== 'everyone'),
      { ...stranger, 'content-type': type },
      () => [401, 'Unauthorized'],
      planted,
    )
    const kinds = open.filter((call) => !isMute(call))
    await expectAll(
      kinds,
      { ...stranger, 'content-type': type },
      () => [415, 'UnsupportedMediaType'],
      planted,
    )
  })

  it('changes nothing without any type', async () => {
    const open = unsafe.filter((call) => call.access === 'everyone' && !isMute(call))
    await expectAll(open, stranger, () => [415, 'UnsupportedMediaType'], planted)
  })

  it('ends nobody’s session', async () => {
    const body = JSON.stringify({})
    for (const type of ['text/plain', 'application/json']) {
      await answerTo({ method: 'POST', url: '/api/auth/logout' }, { ...stranger, 'content-type': type }, body)
    }
    const mine = await answerTo({ method: 'GET', url: '/api/users/profiles/me' }, admin.headers)
    expect(mine.statusCode).toBe(200)
  })
})
