import { expect, test } from 'vitest'
import type { FeedPlace } from './feed-document.ts'
import { bombs, brokenFeeds, type NastyFeed, oddFeeds } from './fixtures/nasty-feeds.ts'
import { readFeed } from './records/read-feed.ts'

const place: FeedPlace = {
  url: 'https://feeds.example/show/feed.xml',
  contentType: null,
  now: Date.UTC(2026, 10, 26),
}

/** Hashes in keys are not compared. */
const hashed = /^sha256:[\w-]{43}$/

function read(feed: string | Uint8Array, contentType: string | null = null) {
  const reading = readFeed(typeof feed === 'string' ? Buffer.from(feed) : feed, { ...place, contentType })
  if ('refusal' in reading) return reading.refusal
  const { items, ...head } = reading.document
  return {
    head,
    items: items.map((item) => ({ ...item, guidKey: item.guidKey.replace(hashed, 'sha256:XXXX') })),
  }
}

function expectFound(found: ReturnType<typeof read>, expected: NastyFeed[2]): void {
  if (typeof expected === 'string') return expect(found).toBe(expected)
  expect(found).toMatchObject(expected)
}

test('has sixty feeds and more', () => {
  expect(brokenFeeds.length + bombs.length).toBeGreaterThanOrEqual(60)
})

test.each(
  [...brokenFeeds, ...oddFeeds].map(([name, feed, expected, contentType]) => ({
    name,
    feed,
    expected,
    contentType,
  })),
)('reads a feed with $name', ({ feed, expected, contentType }) => {
  expectFound(read(feed, contentType), expected)
})

test.each(bombs)('reads a feed with %s within limits', (_name, feed, expected) => {
  expectFound(read(feed()), expected)
})
