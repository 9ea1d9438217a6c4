import { randomUUID } from 'node:crypto'
import { login } from '@earmark/contract/auth.ts'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createChanges } from '../db/changes/changes.ts'
import { noOtherNodes } from '../db/engine/change-feed.ts'
import { makeAudioBook } from '../testing/records.ts'
import { startTestServer } from '../testing/server.ts'
import { forAllTests } from '../testing/for-all-tests.ts'

const server = await forAllTests(
  startTestServer({ environment: { CORS_ORIGINS: 'https://listen.example.org' } }),
)
const bookId = await makeAudioBook(server, { name: 'The Lamplighter', description: 'x'.repeat(2000) })

describe('a public read', () => {
  it('carries an entity tag and may be kept, but is asked for again', async () => {
    const { headers } = await server.app.inject(`/api/audio-books/${bookId}`)
    expect(headers['etag']).toMatch(/^(W\/)?"[^"]+"$/)
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('answers 304 without a body to whoever has it, from memory or not', async () => {
    const url = `/api/audio-books/${bookId}`
    const { headers } = await server.app.inject(url)
    for (const address of [url, `${url}?another=address`]) {
      const again = await server.app.inject({
        url: address,
        headers: { 'if-none-match': `"x", ${headers.etag}` },
      })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers['etag']).toBe(headers.etag)
    }
  })

  it('is made once, however many ask for it at the same time, and by whatever query that it does not know', async () => {
    await makeAudioBook(server, { name: 'Newest' })
    const queries = vi.spyOn(server.deps.db.connection, 'selectFrom')
    await server.app.inject('/api/audio-books')
    const once = queries.mock.calls.length
    await makeAudioBook(server, { name: 'Newer still' })
    queries.mockClear()
    const urls = Array.from({ length: 9 }, (_, number) => `/api/audio-books?of=${number}`)
    const bodies = await Promise.all(urls.map(async (url) => (await server.app.inject(url)).body))
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('Newer still')
    expect(queries).toHaveBeenCalledTimes(once)
    queries.mockRestore()
  })

  it('is made for each who asks while other nodes are not heard of', async () => {
    const changes = createChanges((changed) => ({ ...noOtherNodes(changed), isUpToDate: () => false }))
    const app = await buildApp({ ...server.deps, changes }, { webFolder: null })
    const queries = vi.spyOn(server.deps.db.connection, 'selectFrom')
    await app.inject('/api/audio-books')
    const once = queries.mock.calls.length
    await Promise.all([1, 2, 3].map(() => app.inject('/api/audio-books')))
    expect(queries).toHaveBeenCalledTimes(4 * once)
    queries.mockRestore()
    await app.close()
  })

  it('answers whole when the entity tag is another', async () => {
    const url = `/api/audio-books/${bookId}`
    const response = await server.app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(response.statusCode).toBe(200)
  })

  it('shows a change at once', async () => {
    const url = '/api/audio-books'
    const before = await server.app.inject(url)
    const id = await makeAudioBook(server, { name: 'New' })
    const after = await server.app.inject({
      url,
      headers: { 'if-none-match': before.headers.etag as string },
    })
    expect(after.statusCode).toBe(200)
    expect(after.json().map((book: { id: number }) => book.id)).toContain(id)
  })

  it.each(['br', 'gzip'])('is sent in %s to whoever takes it, the same bytes twice', async (encoding) => {
    const url = `/api/audio-books/${bookId}?encoding=${encoding}`
    const plain = await server.app.inject({ url: `/api/audio-books/${bookId}` })
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await server.app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['vary']).toContain('accept-encoding')
      expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
      expect(response.headers['etag']).toBe(plain.headers['etag'])
    }
  })

  it.each([
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
  ])('is sent to a client that says %s in %s', async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted }
    const response = await server.app.inject({ url: `/api/audio-books/${bookId}`, headers })
    expect(response.headers['content-encoding']).toBe(coding)
  })

  it('tells caches that it varies by origin, from memory or not, whole or not', async () => {
    const url = `/api/audio-books/${bookId}?vary`
    const headers = { origin: 'https://listen.example.org' }
    const first = await server.app.inject({ url, headers })
    const again = await server.app.inject({ url, headers })
    const etag = first.headers['etag'] as string
    const unchanged = await server.app.inject({ url, headers: { ...headers, 'if-none-match': etag } })
    expect(unchanged.statusCode).toBe(304)
    for (const response of [first, again, unchanged]) {
      expect(response.headers['vary']).toMatch(/origin.*accept-encoding/i)
      expect(response.headers['access-control-allow-origin']).toBe(headers.origin)
    }
  })

  it('has a HEAD with the same headers and no body', async () => {
    const url = `/api/audio-books/${bookId}`
    const get = await server.app.inject(url)
    const head = await server.app.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['etag']).toBe(get.headers['etag'])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  it('never looks at the bearer', async () => {
    const headers = { authorization: 'Bearer garbage' }
    const response = await server.app.inject({ url: `/api/audio-books/${bookId}`, headers })
    expect(response.statusCode).toBe(200)
  })
})

describe('a refusal', () => {
  it.each([
    ['/api/nowhere', 404, 'NotFound'],
    ['/api/audio-books/%', 404, 'NotFound'],
    ['/api/audio-books/%ff', 404, 'NotFound'],
    ['/api/../etc/passwd', 404, 'NotFound'],
    ['/api/%2e%2e/%2e%2e/etc/passwd', 404, 'NotFound'],
    [`/api/audio-books/${'9'.repeat(600)}`, 404, 'NotFound'],
    [`/api/${'x'.repeat(5000)}`, 404, 'NotFound'],
    ['/nowhere', 404, 'NotFound'],
  ])('of %s is an error array', async (url, status, code) => {
    const response = await server.app.inject(url)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.json()).toEqual([{ code, description: expect.stringMatching(/\.$/) }])
  })

  it.each([
    ['POST', '/api/audio-books/paged'],
    ['PUT', '/api/audio-books'],
    ['DELETE', '/api/audio-books'],
    ['PATCH', '/api/audio-books/1'],
  ] as const)('of %s %s, which nobody takes, says what is allowed', async (method, url) => {
    const response = await server.app.inject({ method, url })
    expect(response.statusCode).toBe(405)
    expect(response.headers['allow']).toContain('GET')
    expect(response.json()).toEqual([{ code: 'MethodNotAllowed', description: expect.any(String) }])
  })

  it('of an unexpected kind is a bare 500 without its reason', async () => {
    await using other = await startTestServer()
    await other.deps.db.close()
    const response = await other.app.inject('/api/audio-books/paged')
    expect(response.statusCode).toBeGreaterThanOrEqual(500)
    expect(response.json()).toEqual([
      {
        code: expect.stringMatching(/^(InternalError|ServiceUnavailable)$/),
        description: expect.any(String),
      },
    ])
    expect(response.body).not.toMatch(/select|audio_books|driver|node_modules/i)
  })
})

describe('an unsafe request', () => {
  const unsafe = (headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: '/api/nowhere', headers })
  const token = 'a'.repeat(32)

  it.each([
    ['without the cookie passes', {}, 404],
    ['that repeats the cookie passes', { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token }, 404],
    ['with another token is refused', { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': 'b'.repeat(32) }, 403],
    [
      'with another token is refused even with a bearer',
      { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': 'b', authorization: 'Bearer x' },
      403,
    ],
    ['without the header is refused', { cookie: `a=b; XSRF-TOKEN=${token}` }, 403],
    [
      'without the header passes with a bearer',
      { cookie: `XSRF-TOKEN=${token}`, authorization: 'Bearer x' },
      404,
    ],
    ['without the header passes with a device id', { cookie: `XSRF-TOKEN=${token}`, 'x-deviceid': 'x' }, 404],
  ])('%s', async (_, headers, status) => {
    const response = await unsafe(headers)
    expect(response.statusCode).toBe(status)
    if (status === 403) expect(response.json()).toMatchObject([{ code: 'InvalidXsrfToken' }])
  })
})

describe('health', () => {
  it('is live and ready', async () => {
    expect((await server.app.inject('/health/live')).statusCode).toBe(200)
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200)
  })

  it('is live but not ready when the database is away', async () => {
    await using other = await startTestServer()
    await other.deps.db.close()
    expect((await other.app.inject('/health/live')).statusCode).toBe(200)
    const ready = await other.app.inject('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject([{ code: 'ServiceUnavailable' }])
  })
})

describe('a page on another host', () => {
  it('may read the API when its origin is listed', async () => {
    const headers = { origin: 'https://listen.example.org' }
    const response = await server.app.inject({ url: '/api/audio-books', headers })
    expect(response.headers['access-control-allow-origin']).toBe('https://listen.example.org')
  })

  it('may not when it is not', async () => {
    const headers = { origin: 'https://evil.example.org' }
    const response = await server.app.inject({ url: '/api/audio-books', headers })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('behind a proxy, the client that wrong passwords are counted for', () => {
  it.each([
    [
      'is the proxy’s entry, not what the client has written before it',
      (n: number) => `10.0.0.${n}, 192.0.2.1`,
    ],
    ['is an address of whatever port', (n: number) => `192.0.2.2:${4000 + n}`],
    ['is an IPv6 address of whatever port', (n: number) => `[2001:db8:2::1]:${4000 + n}`],
    ['is an IPv6 address in brackets', () => '[2001:db8:3::1]'],
    ['is an IPv4 address as IPv6 has it', (n: number) => `[::ffff:192.0.2.3]:${n}`],
    ['is an address of whatever zone', (n: number) => `fe80::1%eth${n}`],
    ['is the proxy where it knows no address', (n: number) => `192.0.2.${n}, unknown`],
    ['is the proxy where it hides the address', (n: number) => `192.0.2.${n}, _hidden${n}`],
    ['is the proxy where it names no address', (n: number) => `192.0.2.4:port${n}`],
    ['is the next address where an entry is empty', (n: number) => `10.0.0.${n}, 192.0.2.5, `],
    ['is what a list of proxies leads to', (n: number) => `192.0.2.6:${n}, 10.1.0.1:${n}`, '10.0.0.0/8'],
    [
      'is the last proxy before an entry without address',
      (n: number) => `192.0.2.${n}, _x, 10.2.0.1`,
      '10.0.0.0/8',
    ],
  ])('%s', async (_what, entries, trust = 'true') => {
    await using proxied = await startTestServer({ environment: { TRUST_PROXY: trust } })
    const guess = async (forwardedFor: string) => {
      const headers = {
        'x-deviceid': randomUUID(),
        'x-forwarded-for': forwardedFor,
        remoteAddress: '10.9.9.9',
      }
      const body = { userName: 'ada@example.org', password: 'Wrong-password-1' }
      return (await proxied.attempt(login, { body }, headers)).status
    }
    const statuses: number[] = []
    for (let number = 1; number <= 6; number += 1) statuses.push(await guess(entries(number)))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guess('198.51.100.1')).toBe(401)
  })
})

it('refuses a body that is no JSON by its type', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'text/plain', 'x-deviceid': randomUUID() },
    payload: '{"userName":"ada@example.org","password":"x"}',
  })
  expect(response.statusCode).toBe(415)
  expect(response.json()).toMatchObject([{ code: 'UnsupportedMediaType' }])
})
