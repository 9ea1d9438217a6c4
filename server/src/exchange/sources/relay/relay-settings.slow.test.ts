import { addFeedToken, removeFeedToken } from '@earmark/contract/feed-tokens.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { addSource } from '@earmark/contract/sources.ts'
import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import { feed, file, startInternet } from '../../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../../testing/people.ts'
import { makeWebFolder, startTestServer } from '../../../testing/server.ts'

const internet = await forAllTests(startInternet())
const day = Date.UTC(2025, 11, 1)
const plain = 'http://sounds.example/plain.mp3'
const secure = 'https://sounds.made-up.example/secure.mp3'
internet.host('sounds.example', { '/plain.mp3': file(Buffer.alloc(500, 1)) })
internet.host('sounds.made-up.example', { '/secure.mp3': file(Buffer.alloc(500, 2)) })
internet.host('feeds.example', {
  '/feed': feed(
    rss({
      items: [
        { title: 'Plain', url: plain, publishedAt: day },
        { title: 'Secure', url: secure, publishedAt: day + 1000 },
      ],
    }),
  ),
})

async function soundsOf(environment: Record<string, string>) {
  await using folder = await makeWebFolder()
  const server = await startTestServer({ internet, environment, webFolder: folder.path })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { headers } = await makePerson(server, 'Editor')
  const body = { url: 'http://feeds.example/feed' }
  const { podcastId } = await server.call(addSource, { body }, headers)
  const { episodes } = await server.call(getPodcast, { params: { id: podcastId } }, headers)
  const get = async (url: string, init: RequestInit = {}) =>
    await fetch(`${address}${url}`, { redirect: 'manual', ...init })
  const urls = episodes.map(({ audioUrl }) => audioUrl as string)
  return { get, urls, server, headers, podcastId, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('sounds are passed on, and pages allow no others', async () => {
  await using site = await soundsOf({})
  const { get, urls } = site
  for (const url of urls) expect((await get(url)).status).toBe(200)
  expect((await get('/')).headers.get('content-security-policy')).toContain("media-src 'self' blob:;")
})

test('with SOURCE_PLAYBACK=origin listeners are sent to hosts that have HTTPS, which pages allow', async () => {
  await using site = await soundsOf({ SOURCE_PLAYBACK: 'origin' })
  const { get, urls } = site
  const [first, second] = await Promise.all(urls.map((url) => get(url)))
  expect(first?.status).toBe(200)
  expect([second?.status, second?.headers.get('location')]).toEqual([302, secure])
  expect(second?.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await get('/')).headers.get('content-security-policy')).toContain("media-src 'self' blob: https:;")
})

test('a members’ library signs their addresses, and answers no others', async () => {
  await using site = await soundsOf({ ACCESS: 'members' })
  const { get, urls } = site
  const [signed = ''] = urls
  expect(signed).toMatch(/^\/relay\/[\w-]{22}\.mp3\?expires=\d+&signature=/)
  expect((await get(signed)).status).toBe(200)
  expect((await get(signed.replace(/\?.*/, ''))).status).toBe(403)
  expect((await get(signed.replace(/signature=./, 'signature=~'))).status).toBe(403)
})

test('a members’ library passes them on below the tokens of private feeds, as long as these live', async () => {
  await using site = await soundsOf({ ACCESS: 'members' })
  const { get, server, headers, podcastId } = site
  const { token, id } = await server.call(addFeedToken, { body: { name: 'Phone' } }, headers)
  const text = await (await get(`/feeds/p/${token}/podcasts/${podcastId}.xml`)).text()
  const urls = parseRssFeed(text).items?.map(({ enclosures }) => new URL(enclosures?.[0]?.url ?? '').pathname)
  expect(urls).toHaveLength(2)
  for (const url of urls ?? []) {
    expect(url.startsWith(`/feeds/p/${token}/relay/`)).toBe(true)
    const part = await get(url, { headers: { range: 'bytes=100-199' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
    expect(part.headers.get('cache-control')).toBe('private, no-store')
    expect((await get(url, { method: 'HEAD' })).headers.get('content-length')).toBe('500')
  }
  const [url = ''] = urls ?? []
  expect((await get(url.replace(token, 'x'.repeat(token.length)))).status).toBe(404)
  await server.call(removeFeedToken, { params: { id } }, headers)
  expect((await get(url)).status).toBe(404)
})

test('with SOURCES=off the calls and the addresses are not there', async () => {
  await using server = await startTestServer({ environment: { SOURCES: 'off' } })
  const { headers } = await makePerson(server, 'Editor')
  const body = { url: 'http://feeds.example/feed' }
  expect(await server.attempt(addSource, { body }, headers)).toMatchObject({ status: 404 })
  const { paths } = JSON.parse((await server.app.inject('/api/openapi.json')).body) as { paths: object }
  expect(Object.keys(paths).filter((path) => path.includes('sources'))).toEqual([])
})
