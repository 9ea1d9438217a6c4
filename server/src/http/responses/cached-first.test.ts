import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createChanges } from '../../db/changes/changes.ts'
import { makeAudioBook, makePodcast } from '../../testing/records.ts'
import { makeWebFolder, startTestServer } from '../../testing/server.ts'
import { cachedFirst } from './cached-first.ts'
import { createResponseCache, makeResponse } from './response-cache.ts'

async function ask(port: number, options: RequestOptions, body?: string) {
  const asked = request({ port, host: '127.0.0.1', agent: false, ...options }).end(body)
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) }
}

describe('a response that is kept', () => {
  async function serve({ isStopping = false, isOpen = true } = {}) {
    const changes = createChanges()
    const cache = createResponseCache(changes)
    const open = isOpen ? () => ({ 'set-cookie': 'a=b' }) : undefined
    const made = {
      headers: { vary: 'accept-encoding' },
      version: changes.version,
      scopes: ['audio-books'] as const,
    }
    cache.keep('/list', makeResponse({ text: 'kept', open, ...made }))
    const byFramework = createServer(
      { requireHostHeader: false },
      cachedFirst(
        (_request, response) => response.end('framework'),
        cache,
        () => isStopping,
      ),
    )
    byFramework.listen(0, '127.0.0.1')
    await once(byFramework, 'listening')
    onTestFinished(() => void byFramework.close())
    return (byFramework.address() as AddressInfo).port
  }

  it.each<[what: string, by: 'kept' | 'framework', options: RequestOptions, site?: object]>([
    ['a plain GET', 'kept', {}],
    ['one of somebody who is signed in', 'kept', { headers: { authorization: 'Bearer x' } }],
    ['another address', 'framework', { path: '/list?page=2' }],
    ['another method', 'framework', { method: 'POST' }],
    ['the wish for what is current', 'framework', { headers: { 'cache-control': 'no-cache' } }],
    ['a body', 'framework', { headers: { 'content-length': 0 } }],
    ['no host', 'framework', { setHost: false }],
    ['two hosts', 'framework', { headers: ['Host', 'x', 'Host', 'x'] }],
    ['a node that stops', 'framework', {}, { isStopping: true }],
    ['a response that hooks have a word in', 'framework', {}, { isOpen: false }],
  ])('%s is answered by: %s', async (_what, by, options, site) => {
    const port = await serve(site)
    expect((await ask(port, { path: '/list', ...options })).body).toBe(by)
  })
})

it('says the same in the same headers as the framework does', async () => {
  await using webFolder = await makeWebFolder()
  await using server = await startTestServer({ webFolder: webFolder.path })
  const book = await makeAudioBook(server, { name: 'Tin Roof' })
  await makePodcast(server, { name: 'Sea Talk' })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo

  const paths = [
    '/',
    '/audio-books',
    '/api/audio-books/paged',
    `/api/audio-books/${book}`,
    '/api/podcasts/paged',
  ]
  const looks = vi.spyOn(server.deps.changes, 'isCurrent')
  const variants = [
    {},
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip', cookie: `XSRF-TOKEN=${'x'.repeat(32)}` },
    { authorization: 'Bearer of-nobody' },
  ]
  for (const path of paths) {
    const { etag } = (await ask(port, { path })).headers
    for (const headers of [...variants, { 'if-none-match': etag as string }]) {
      looks.mockClear()
      const atOnce = await ask(port, { path, headers: { ...headers, connection: 'keep-alive' } })
      // The framework would have looked a second time.
      expect({ path, looks: looks.mock.calls.length }).toEqual({ path, looks: 1 })
      const byFramework = await server.app.inject({ path, headers })
      expect({ path, status: atOnce.status, body: atOnce.body, headers: lasting(atOnce.headers) }).toEqual({
        path,
        status: byFramework.statusCode,
        body: byFramework.body,
        headers: lasting(byFramework.headers),
      })
    }
  }
})

/** Headers without those of the connection and of the moment. */
function lasting({
  date: _date,
  connection: _,
  'keep-alive': __,
  'set-cookie': cookie,
  ...headers
}: OutgoingHttpHeaders) {
  return { ...headers, bringsCookie: cookie !== undefined }
}
