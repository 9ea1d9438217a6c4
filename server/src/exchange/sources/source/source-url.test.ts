import { describe, expect, test } from 'vitest'
import { holdsToken, parseSourceUrl, shownUrl, withoutCredentials } from './source-url.ts'

describe('the address of a feed', () => {
  test.each([
    ['https://example.org/feed.xml', 'https://example.org/feed.xml'],
    ['  http://Example.org/feed/#top ', 'http://example.org/feed/'],
    ['example.org/feed', 'https://example.org/feed'],
    ['example.org:8080/feed', 'https://example.org:8080/feed'],
    ['feed://example.org/rss', 'https://example.org/rss'],
    ['feed:https://example.org/rss', 'https://example.org/rss'],
    ['pcast://example.org/rss', 'https://example.org/rss'],
    ['https://me:secret@example.org/rss', 'https://example.org/rss'],
  ])('%s is read as %s', (given, url) => {
    expect(parseSourceUrl(given)?.url).toBe(url)
  })

  test.each([
    '',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'a b',
    `https://example.org/${'a'.repeat(2_000)}`,
  ])('%j is none', (given) => {
    expect(parseSourceUrl(given)).toBeNull()
  })

  test('user and password are taken out of it', () => {
    expect(parseSourceUrl('https://me:p%40ss:word@example.org/rss')?.credentials).toBe('me:p@ss:word')
    expect(parseSourceUrl('https://example.org/rss')?.credentials).toBeNull()
  })

  test('the key is the same whatever the scheme, www. and a final slash', () => {
    const keys = [
      'http://www.example.org/feed/',
      'https://example.org/feed',
      'https://me:pw@EXAMPLE.org/feed/',
    ]
    expect(new Set(keys.map((url) => parseSourceUrl(url)?.urlKey))).toEqual(new Set(['example.org/feed']))
  })

  test.each([
    ['https://example.org/feed?auth=abc', true],
    ['https://example.org/rss/a8f3kq0z91mvb2xy77wq4e', true],
    ['https://example.org/feed?id=a8f3kq0z91mvb2xy77wq4e', true],
    ['https://example.org/feed.xml', false],
    ['https://example.org/the-history-of-the-world-in-100-objects', false],
    ['https://example.org/shows/6d6b0f86-9d1c-4f0c-8f3e-2a6f2b6a9a01', false],
    ['https://example.org/feed?page=2', false],
  ])('whether %s holds a token: %s', (url, expected) => {
    expect(holdsToken(url)).toBe(expected)
    expect(shownUrl({ url, secret: null })).toBe(expected ? 'example.org' : url)
    expect(shownUrl({ url, secret: 'sealed' })).toBe('example.org')
  })

  test.each([
    ['https://ada:secret@example.org/feed', 'https://example.org/feed'],
    ['https://Example.org/feed?a=1@2', 'https://Example.org/feed?a=1@2'],
    ['no address', 'no address'],
  ])('of %s is repeated as %s', (given, repeated) => {
    expect(withoutCredentials(given)).toBe(repeated)
  })
})
