import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeAudioBook } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { pages } from './pages.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const { path: webFolder } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-web-')))
await mkdir(join(webFolder, '.vite'))
await mkdir(join(webFolder, 'assets'))
const html = '<html><head><!--earmark:head--></head><body><!--earmark:first-data--></body></html>'
await writeFile(join(webFolder, 'index.html'), html)
const routes = Object.fromEntries(pages.map(({ routeFile }) => [routeFile, ['assets/entry.js']]))
await writeFile(join(webFolder, '.vite', 'routes.json'), JSON.stringify(routes))
await writeFile(join(webFolder, 'assets', 'entry.js'), 'export {}')
await writeFile(join(webFolder, 'favicon.svg'), '<svg/>')
const server = await forAllTests(startTestServer({ webFolder }))

const past = 'Thu, 01 Jan 1970 00:00:00 GMT'

describe('a file of the web app', () => {
  it.each([
    ['/favicon.svg', { range: 'bytes=99999999-' }, 416, 'RangeNotSatisfiable'],
    ['/favicon.svg', { 'if-match': '"x"' }, 412, 'PreconditionFailed'],
    ['/favicon.svg', { 'if-unmodified-since': past }, 412, 'PreconditionFailed'],
    ['/assets/entry.js', { 'if-match': '"x"' }, 412, 'PreconditionFailed'],
  ])('%s is refused with %o by the status that says why', async (url, headers, status, code) => {
    const response = await server.app.inject({ url, headers })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual([{ code, description: expect.any(String) }])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    for (const name of ['etag', 'last-modified', 'content-encoding'])
      expect(response.headers[name]).toBeUndefined()
  })

  it('without validators never has one that fails otherwise', async () => {
    const headers = { 'if-unmodified-since': past, range: 'bytes=99999999-' }
    const response = await server.app.inject({ url: '/assets/entry.js', headers })
    expect([200, 412]).toContain(response.statusCode)
  })
})

describe('a page with a slash too many', () => {
  it('leads to the one without', async () => {
    const id = await makeAudioBook(server, { name: 'The Lamplighter' })
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await server.app.inject({ method, url: `/audio-books/${id}/?a=b` })
      expect(response.statusCode).toBe(308)
      expect(response.headers.location).toBe(`/audio-books/${id}?a=b`)
      expect((await server.app.inject(response.headers.location as string)).statusCode).toBe(200)
    }
  })

  it('never leads to another host', async () => {
    const response = await server.app.inject({ url: '//evil.example/', headers: { accept: 'text/html' } })
    expect(response.headers.location).toBe('/')
  })
})
