import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePerson } from '../../src/testing/people.ts'
import { makeAudioBook } from '../../src/testing/records.ts'
import { startTestServer, makeWebFolder } from '../../src/testing/server.ts'
import { apiCalls } from './attack-site.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** A page of somebody else’s can read nothing but what is public, and not even that by the API. */

const friend = 'https://listen.example.org'

const webFolder = await forAllTests(makeWebFolder())
const server = await forAllTests(
  startTestServer({ environment: { CORS_ORIGINS: friend }, webFolder: webFolder.path }),
)
const admin = await makePerson(server, 'Admin')
const bookId = await makeAudioBook(server, { name: 'Known' })

describe('another origin', () => {
  const origins = [
    'https://evil.example',
    'null',
    'https://listen.example.org.evil.example',
    'https://evil-listen.example.org',
    'https://listen.example.org:444',
    'http://listen.example.org',
    'https://LISTEN.example.org',
    'https://sub.listen.example.org',
    'https://listen.example.org/',
    'https://listen.example.org@evil.example',
    'https://listen.example.org, https://evil.example',
    '*',
    '',
  ]
  const preflight = (origin: string) => ({
    origin,
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization, x-deviceid, x-xsrf-token',
  })

  it.each(origins)('such as %j is named in no answer of the API', async (origin) => {
    for (const { method, url } of apiCalls) {
      const { headers } = await server.app.inject({ method, url, headers: { origin } })
      const asked = await server.app.inject({ method: 'OPTIONS', url, headers: preflight(origin) })
      for (const found of [headers, asked.headers]) {
        expect([url, found['access-control-allow-origin']]).toEqual([url, undefined])
        expect(found).not.toHaveProperty('access-control-allow-credentials')
      }
    }
  })

  it('that is listed may, but without cookies; and so may nobody where none is', async () => {
    const url = `/api/audio-books/${bookId}`
    const asked = await server.app.inject({ method: 'OPTIONS', url, headers: preflight(friend) })
    expect(asked.headers['access-control-allow-origin']).toBe(friend)
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(asked.headers['vary']).toMatch(/origin/i)
    await using closed = await startTestServer()
    for (const origin of [friend, 'http://localhost:3000', 'null']) {
      const refused = await closed.app.inject({ method: 'OPTIONS', url, headers: preflight(origin) })
      expect([
        refused.statusCode,
        Object.keys(refused.headers).filter((name) => name.startsWith('access-')),
      ]).toEqual([405, []])
    }
  })

  it('may read media, which are public, and no page', async () => {
    const headers = { origin: 'https://evil.example' }
    const media = await server.app.inject({ url: '/media/none.mp3', headers })
    expect(media.headers['access-control-allow-origin']).toBe('*')
    expect(media.headers).not.toHaveProperty('access-control-allow-credentials')
    const page = await server.app.inject({
      url: '/',
      headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    })
    expect(page.statusCode).toBe(200)
    expect(Object.keys(page.headers).filter((name) => name.startsWith('access-'))).toEqual([])
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('gets the same answers as nobody: who sends a request, its bearer alone says', async () => {
    const headers = { 'content-type': 'application/json', 'x-deviceid': randomUUID() }
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const marks = { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', origin: 'https://evil.example' }
      for (const { method, url } of apiCalls.filter(({ access }) => access !== 'everyone')) {
        const { statusCode } = await server.app.inject({
          method,
          url,
          headers: { ...headers, ...marks, cookie: `session=${admin.accessToken}` },
        })
        expect([method, url, statusCode]).toEqual([method, url, 401])
      }
    }
  })
})
