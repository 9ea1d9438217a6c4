import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const origin = 'https://listen.example.org'

const server = await forAllTests(startTestServer({ environment: { CORS_ORIGINS: origin } }))

const html = { accept: 'text/html,*/*;q=0.8' }
const json = { 'content-type': 'application/json' }

describe('below the API root, what is missing', () => {
  it.each([
    ['the root itself', '/api', {}],
    ['whatever a browser asks for', '/api/nothing', html],
    ['the root for a browser', '/api', html],
    ['in encoded words', '/%61pi/nothing', html],
    ['in absolute form', 'http://localhost/api/nothing', html],
  ])('is 404: %s', async (_what, url, headers) => {
    const response = await server.app.inject({ url, headers })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject([{ code: 'NotFound' }])
  })

  it.each([
    ['POST', '/api/nothing', 404],
    ['POST', '/api/creators/paged', 405],
    ['QUERY', '/api/nothing', 404],
    ['QUERY', '/api/creators', 405],
    ['QUERY', '/health/live', 405],
  ])('is refused before its body is read: %s %s', async (method, url, status) => {
    for (const payload of ['{x', `"${'x'.repeat(1_200_000)}"`]) {
      const response = await server.app.inject({ method: method as 'POST', url, headers: json, payload })
      expect(response.statusCode).toBe(status)
    }
    const bare = await server.app.inject({ method: method as 'POST', url })
    expect(bare.statusCode).toBe(status)
  })

  it('is refused with the headers of the API, readable on the listed hosts', async () => {
    const forged = { origin, cookie: `XSRF-TOKEN=${'a'.repeat(32)}`, 'x-xsrf-token': 'b' }
    for (const [method, url, headers, status] of [
      ['GET', '/api/nothing', { origin }, 404],
      ['DELETE', '/api/creators', { origin }, 405],
      ['POST', '/api/creators', forged, 403],
    ] as const) {
      const response = await server.app.inject({ method, url, headers })
      expect(response.statusCode).toBe(status)
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'access-control-expose-headers': expect.stringContaining('Location, Retry-After'),
      })
    }
  })
})

describe('a preflight', () => {
  it('allows what the calls need', async () => {
    const headers = { origin, 'access-control-request-method': 'DELETE' }
    const response = await server.app.inject({ method: 'OPTIONS', url: '/api/creators/1', headers })
    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
    for (const name of ['Authorization', 'Content-Type', 'X-DeviceId', 'X-XSRF-TOKEN'])
      expect(response.headers['access-control-allow-headers']).toContain(name)
  })

  it('that asks for nothing is no error', async () => {
    const response = await server.app.inject({ method: 'OPTIONS', url: '/api/creators', headers: { origin } })
    expect(response.statusCode).toBe(204)
  })
})

describe('outside of the API', () => {
  it.each(['GET', 'HEAD'] as const)('an unknown page leads home by %s', async (method) => {
    const response = await server.app.inject({ method, url: '/nowhere', headers: html })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['a file of the app', '/assets/index-gone.js', html],
    ['something that is not to be HTML', '/nowhere', { accept: 'text/html;q=0, */*' }],
    ['something that is no page', '/nowhere', { accept: 'image/png' }],
  ])('%s is 404', async (_what, url, headers) => {
    const response = await server.app.inject({ url, headers })
    expect(response.statusCode).toBe(404)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  it('an address that takes no such method says which it takes', async () => {
    const response = await server.app.inject({ method: 'POST', url: '/sitemap-1.xml' })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD')
  })

  it.each([
    ['/robots.txt/?a=/', '/robots.txt?a=/'],
    ['http://localhost/sitemap.xml/', '/sitemap.xml'],
  ])('%s leads to where it is', async (url, location) => {
    const response = await server.app.inject({ url })
    expect(response.statusCode).toBe(308)
    expect(response.headers.location).toBe(location)
  })

  it.each(['/health/live', '/health/ready', '/robots.txt', '/sitemap.xml'])(
    '%s is only what it says',
    async (url) => {
      const { headers } = await server.app.inject(url)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe(url.startsWith('/health') ? 'no-store' : 'public, max-age=3600')
    },
  )
})
