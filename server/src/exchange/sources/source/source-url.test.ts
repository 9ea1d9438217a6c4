import { describe, expect, test } from 'vitest'
import { addressesOfKey, holdsToken, parseSourceUrl, shownUrl, withoutCredentials } from './source-url.ts'

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

  test.each(['example.org/feed', 'example.org/feed?page=1?', 'example.org', 'example.org:8080?a=/'])(
    'the addresses of the key %s have it',
    (key) => {
      const urls = addressesOfKey(key)
      expect(new Set(urls).size).toBe(8)
      expect(new Set(urls.map((url) => parseSourceUrl(url)?.urlKey))).toEqual(new Set([key]))
    },
  )

  test.each([
    ['https://example.org/feed?auth=abc', true],
    ['https://example.org/rss/a8f3kq0z91mvb2xy77wq4e', true],
    ['https://example.org/feed?id=a8f3kq0z91mvb2xy77wq4e', true],
    ['https://example.org/rss/A8F3-KQ0Z91MV-B2XY77WQ.mp3', true],
    ['https://example.org/rss/%61%38f3kq0z91mvb2xy77wq4e.xml', true],
    ['https://example.org/private-3f2504e0-4f89-11d3-9a0c-0305e82c3301.xml', true],
    ['https://example.org/members-only/1234567/feed.xml', true],
    ['https://api.substack.com/feed/podcast/1234/private/3f2504e0-4f89-11d3-9a0c-0305e82c3301.rss', true],
    [
      'https://show.supportingcast.fm/content/eyJ0IjoicCIsImMiOiIxNDc3IiwidSI6Ijg2In0%7Ca1b2c3d4e5f6a7b8.rss',
      true,
    ],
    ['https://show.supportingcast.fm/content/eyJ0IjoicCIs.a1b2c3d4e5f6a7b8.rss', true],
    ['https://show.supercast.com/feeds/rne91aoQhrNb7kr7i8k3m6GJ', true],
    ['https://www.patreon.com/rss/show?auth=x8Kq2LmT4vBn&show=12', true],
    ['https://show.memberful.com/rss/9148?auth=Ab12', true],
    ['https://subscribers.transistor.fm/b390b1089a13f1', true],
    ['https://feeds.glow.fm/private/7f3kq9', true],
    ['https://feeds.acast.com/private/shows/644a2d2d1dc1e500113ea6a8', true],
    ['https://feeds.redcircle.com/premium/2f0b8ee2-9a51-4b0c-8f3e-2a6f2b6a9a01', true],
    ['https://www.omnycontent.com/d/playlist/podcast.rss?key=12', true],
    ['https://example.org/feed.xml', false],
    ['https://example.org/the-history-of-the-world-in-100-objects', false],
    ['https://example.org/feeds/TheWorldHistoryAndBBCNews2020.xml', false],
    ['https://example.org/%E3%83%9D%E3%83%83%E3%83%89%E3%82%AD%E3%83%A3%E3%82%B9%E3%83%88/feed', false],
    ['https://example.org/100%/feed.xml', false],
    ['https://example.org/premium/all-episodes-2024.xml', false],
    ['https://example.org/feed?page=2&author=7', false],
    ['https://feeds.libsyn.com/135067/rss', false],
    ['https://the-secret-room.libsyn.com/rss', false],
    ['https://feeds.buzzsprout.com/1877496.rss', false],
    ['https://feeds.megaphone.fm/ADL9840290619', false],
    ['https://feeds.acast.com/public/shows/644a2d2d1dc1e500113ea6a8', false],
    ['https://feeds.acast.com/public/shows/6d6b0f86-9d1c-4f0c-8f3e-2a6f2b6a9a01', false],
    ['https://access.acast.com/rss/6098240e96965e712accd5a0/default', false],
    ['https://feeds.redcircle.com/2f0b8ee2-9a51-4b0c-8f3e-2a6f2b6a9a01', false],
    ['https://api.substack.com/feed/podcast/1234.rss', false],
    [
      'https://www.omnycontent.com/d/playlist/e73c998e-6e60-432f-8610-ae210140c5b1/a91018a4-ea4f-4130-bf55-ae270180c327/44710ecc-10bb-48d1-93c7-ae270180c33e/podcast.rss',
      false,
    ],
    ['https://www.spreaker.com/show/1234567/episodes/feed', false],
    ['https://feeds.soundcloud.com/users/soundcloud:users:264034133/sounds.rss', false],
    ['https://anchor.fm/s/101adcf44/podcast/rss', false],
    ['https://rss.art19.com/shows/6d6b0f86-9d1c-4f0c-8f3e-2a6f2b6a9a01.rss', false],
    ['https://feeds.simplecast.com/54nAGcIl', false],
    ['https://feeds.transistor.fm/the-algorithmic-advantage', false],
    ['https://feeds.captivate.fm/et-morning-brief/', false],
    ['https://www.podtrac.com/pts/redirect.xml/feeds.megaphone.fm/the-secret-history', false],
    ['https://www.ivoox.com/podcast_fg_f1123456_filtro_1.xml', false],
  ])('whether %s holds a token: %s', (url, expected) => {
    expect(holdsToken(url)).toBe(expected)
    const { host } = new URL(url)
    expect(shownUrl({ url, secret: null })).toBe(expected ? host : url)
    expect(shownUrl({ url, secret: 'sealed' })).toBe(host)
  })

  test.each([
    ['https://ada:secret@example.org/feed', 'https://example.org/feed'],
    ['https://Example.org/feed?a=1@2', 'https://Example.org/feed?a=1@2'],
    ['no address', 'no address'],
  ])('of %s is repeated as %s', (given, repeated) => {
    expect(withoutCredentials(given)).toBe(repeated)
  })
})
