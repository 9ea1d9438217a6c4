import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { bombs, brokenFeeds } from '../fixtures/nasty-feeds.ts'
import { readFeed } from '../records/read-feed.ts'
import { createFeedReader, feedProgram } from './feed-process.ts'

const place = { url: 'https://feeds.example/show/feed.xml', contentType: null, now: Date.UTC(2026, 10, 26) }
const reader = createFeedReader()

afterAll(() => reader.close())

const folder = await mkdtemp(join(tmpdir(), 'earmark-feeds-'))
afterAll(() => rm(folder, { recursive: true }))

async function makeProgram(text: string): Promise<string> {
  const path = join(folder, `${randomUUID()}.mjs`)
  await writeFile(path, text)
  return path
}

const bytesOf = (feed: string | Uint8Array) => (typeof feed === 'string' ? Buffer.from(feed) : feed)

test('reads in its process what is read here', async () => {
  for (const [, feed, , contentType = null] of brokenFeeds) {
    const here = readFeed(bytesOf(feed), { ...place, contentType })
    expect(await reader.read(bytesOf(feed), { ...place, contentType })).toEqual(here)
    const knownHashes = 'document' in here ? here.document.items.map(({ contentHash }) => contentHash) : []
    const again = await reader.read(bytesOf(feed), { ...place, contentType, knownHashes })
    expect(again).toEqual(readFeed(bytesOf(feed), { ...place, contentType, knownHashes }))
    if ('document' in again)
      expect(again.document).toMatchObject({ items: [], unchanged: knownHashes.map(() => ({})) })
  }
})

test.each(bombs)('ends the reading of a feed with %s', async (_name, feed) => {
  const bytes = bytesOf(feed())
  expect(await reader.read(bytes, place)).toEqual(readFeed(bytes, place))
})

test('ends a reading that takes too much time, and reads the next feed', async () => {
  const hurried = createFeedReader({ startMs: 0, feedMs: 60, mebibyteMs: 0, mostWaiting: 10_000 })
  const long = Buffer.from(`<rss><channel>${'<item><title>a</title></item>'.repeat(500_000)}`)
  expect(await hurried.read(long, place)).toEqual({ refusal: 'TooSlow' })
  hurried.close()
  const [, feed = ''] = brokenFeeds[0] ?? []
  expect(await reader.read(bytesOf(feed as string), place)).toHaveProperty('document')
})

test('ends a reading whose memory is used up', async () => {
  const small = createFeedReader({ memoryBytes: 700 * 1024 ** 2 })
  expect(await small.read(Buffer.from('<rss><channel/></rss>'), place)).toHaveProperty('document')
  expect(await small.read(Buffer.alloc(300_000_000, '<rss><channel>'), place)).toEqual({
    refusal: 'TooLarge',
  })
  small.close()
})

test('without memory for a process there is no word about the feed', async () => {
  const tiny = createFeedReader({ memoryBytes: 100 * 1024 ** 2 })
  expect(await tiny.read(Buffer.from('<rss/>'), place)).toEqual({ refusal: 'Busy' })
  tiny.close()
})

test.each([
  ['is killed from outside', 'process.kill(process.pid, "SIGKILL")', 'Busy'],
  ['has a fault', 'throw new Error("a fault")', 'Failed'],
  ['cannot allocate', 'throw new RangeError("Array buffer allocation failed")', 'TooLarge'],
])('of a process that %s says so', async (_what, fault, refusal) => {
  const requests = pathToFileURL(join(import.meta.dirname, 'feed-request.ts')).href
  const program = await makeProgram(`
    import { FeedRequests } from ${JSON.stringify(requests)}
    FeedRequests.prototype.take = async () => { ${fault} }
    await import(${JSON.stringify(pathToFileURL(feedProgram).href)})`)
  const failing = createFeedReader({}, program)
  expect(await failing.read(bytesOf('<rss/>'), place)).toEqual({ refusal })
  failing.close()
})

test('is left by who does not wait any more', async () => {
  const leaving = new AbortController()
  const [, feed = ''] = brokenFeeds[0] ?? []
  const asked = reader.read(bytesOf(feed as string), place, leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
})
