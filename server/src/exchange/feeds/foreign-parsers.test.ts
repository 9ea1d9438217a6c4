import { replaceEpisodeChapters } from '@earmark/contract/chapter-edits.ts'
import { getPodcastFeed, replacePodcastFeed } from '@earmark/contract/feed-settings.ts'
import { parseRssFeed } from 'feedsmith'
import { parseFeed } from 'podcast-partytime'
import Parser from 'rss-parser'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeCreator, makeEpisode, makePodcast, soundOf, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { podcastGuid } from './writer/podcast-guid.ts'

/** A feed with everything in it, read by what others wrote. */

const origin = 'https://audio.example.org'
const server = await forAllTests(startTestServer({ environment: { PUBLIC_URL: origin } }))
const { headers } = await makePerson(server, 'Editor')
const title = 'Stars & <Stripes> “quoted” 🎧 \u0001東京'
const shownTitle = title.replace('\u0001', '')
const description = 'First line & more\nSecond <b>line</b> ]]> end'
const host = await makeCreator(server, { nickname: 'Ada "the" Voice' })
const podcastId = await makePodcast(server, {
  name: title,
  description,
  language: 'de',
  voicerIds: [host],
  ...(await storeCover(server, 'teal')),
})
const sound = soundOf(3_725.4)
const episodeId = await makeEpisode(server, podcastId, {
  number: 7,
  season: 2,
  episodeType: 'Bonus',
  isExplicit: true,
  name: title,
  description,
  audio: sound,
  publishedAt: '2025-03-04T05:06:07.000Z',
  voicerIds: [host],
})
const settings = await server.call(getPodcastFeed, { params: { id: podcastId } }, headers)
const body = {
  ...settings,
  categories: ['Books' as const, 'History' as const],
  funding: [{ url: 'https://example.org/give?a=1&b=2', text: 'Give & take' }],
  verify: ['token'],
  copyright: '© Ada',
  complete: true,
  type: 'serial' as const,
  updatedAt: settings.updatedAt,
}
await server.call(replacePodcastFeed, { params: { id: podcastId }, body: body as never }, headers)
const chapters = { baseVersion: 0, chapters: [{ startSeconds: 0, title: 'One' }] }
const params = { id: podcastId, episodeId }
const { version } = await server.call(replaceEpisodeChapters, { params, body: chapters }, headers)
const url = `${origin}/feeds/podcasts/${podcastId}.xml`
const { body: xml } = await server.app.inject(new URL(url).pathname)

const wanted = {
  title: shownTitle,
  guid: podcastGuid(url),
  link: `${origin}/podcasts/${podcastId}`,
  itemGuid: `earmark-episode-${episodeId}@audio.example.org`,
  itemLink: `${origin}/podcasts/${podcastId}/episodes/${episodeId}`,
  chapters: `${origin}/feeds/chapters/${episodeId}-${version}.json`,
  person: { name: 'Ada "the" Voice', href: `${origin}/creators/${host}` },
}

it('is read by feedsmith, each field', () => {
  const feed = parseRssFeed(xml)
  const [item] = feed.items ?? []
  expect(feed).toMatchObject({
    title: wanted.title,
    link: wanted.link,
    description,
    language: 'de',
    copyright: '© Ada',
    generator: 'Earmark',
    itunes: {
      author: wanted.person.name,
      type: 'serial',
      explicit: false,
      complete: true,
      categories: [{ text: 'Arts', categories: [{ text: 'Books' }] }, { text: 'History' }],
    },
    podcast: {
      guid: wanted.guid,
      medium: 'podcast',
      locked: { value: true },
      fundings: [{ url: 'https://example.org/give?a=1&b=2', display: 'Give & take' }],
      txts: [{ display: 'token', purpose: 'verify' }],
    },
  })
  expect(item).toMatchObject({
    title: wanted.title,
    link: wanted.itemLink,
    description,
    guid: { value: wanted.itemGuid, isPermaLink: false },
    enclosures: [{ length: sound.sizeBytes, type: 'audio/mpeg' }],
    itunes: { duration: 3725, episode: 7, season: 2, episodeType: 'bonus', explicit: true },
    podcast: {
      season: { number: 2 },
      episode: { number: 7 },
      chapters: { url: wanted.chapters, type: 'application/json+chapters' },
      persons: [{ display: wanted.person.name, role: 'narrator', href: wanted.person.href }],
    },
  })
  expect(Date.parse(String(item?.pubDate))).toBe(Date.parse('2025-03-04T05:06:07.000Z'))
})

it('is read by podcast-partytime, each field', () => {
  const feed = parseFeed(xml, { allowMissingGuid: false })
  expect(feed).toMatchObject({
    title: wanted.title,
    link: wanted.link,
    language: 'de',
    guid: wanted.guid,
    explicit: false,
    author: wanted.person.name,
    medium: 'podcast',
  })
  expect(feed?.items).toHaveLength(1)
  expect(feed?.items[0]).toMatchObject({
    title: wanted.title,
    guid: wanted.itemGuid,
    link: wanted.itemLink,
    duration: 3725,
    explicit: true,
    enclosure: { length: sound.sizeBytes, type: 'audio/mpeg' },
    podcastEpisode: { number: 7 },
    podcastSeason: { number: 2 },
    podcastChapters: { url: wanted.chapters, type: 'application/json+chapters' },
  })
})

it('is read by rss-parser, each field', async () => {
  const feed = await new Parser().parseString(xml)
  expect(feed).toMatchObject({ title: wanted.title, link: wanted.link, description, language: 'de' })
  expect(feed.feedUrl).toBe(url)
  expect(feed.itunes).toMatchObject({ author: wanted.person.name, explicit: 'false' })
  expect(feed.items).toHaveLength(1)
  expect(feed.items[0]).toMatchObject({
    title: wanted.title,
    guid: wanted.itemGuid,
    link: wanted.itemLink,
    isoDate: '2025-03-04T05:06:07.000Z',
    itunes: { duration: '3725', episode: '7', season: '2', explicit: 'true' },
    enclosure: { length: String(sound.sizeBytes), type: 'audio/mpeg' },
  })
})

describe('PSP-1 (Podcast Standards Project): what a feed must have, and should', () => {
  it.each<[what: string, pattern: RegExp]>([
    ['RSS 2.0 in UTF-8', /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/],
    ['the namespace of iTunes', /xmlns:itunes="http:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd"/],
    ['the namespace of podcasts', /xmlns:podcast="https:\/\/podcastindex\.org\/namespace\/1\.0"/],
    ['the namespace of Atom', /xmlns:atom="http:\/\/www\.w3\.org\/2005\/Atom"/],
    ['the namespace of content', /xmlns:content="http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/"/],
    ['atom:link rel="self"', /<atom:link href="[^"]+\.xml" rel="self" type="application\/rss\+xml"\/>/],
    ['title', /<channel>\n<title>[^<]+<\/title>/],
    ['description of at most 4 000 bytes', /<description>[^<]{1,4000}<\/description>/],
    ['link', /<link>https:[^<]+<\/link>/],
    ['language of ISO 639', /<language>[a-z]{2}(-[A-Z]{2})?<\/language>/],
    ['itunes:category', /<itunes:category text="Arts">/],
    ['itunes:explicit as true or false', /<itunes:explicit>(true|false)<\/itunes:explicit>/],
    ['itunes:image', /<itunes:image href="https:[^"]+\.jpg"\/>/],
    ['podcast:locked', /<podcast:locked>yes<\/podcast:locked>/],
    ['podcast:guid', /<podcast:guid>[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}</],
    ['itunes:author', /<itunes:author>[^<]+<\/itunes:author>/],
    ['copyright', /<copyright>[^<]+<\/copyright>/],
    ['podcast:txt', /<podcast:txt purpose="verify">/],
    ['podcast:funding', /<podcast:funding url="[^"]+">/],
    ['itunes:type', /<itunes:type>(episodic|serial)<\/itunes:type>/],
    ['itunes:complete', /<itunes:complete>Yes<\/itunes:complete>/],
    ['title of an item', /<item>\n<title>[^<]+<\/title>/],
    [
      'enclosure with url, length and type',
      /<enclosure url="https:[^"]+\.mp3" length="\d+" type="audio\/mpeg"\/>/,
    ],
    ['guid', /<guid isPermaLink="false">[^<]+<\/guid>/],
    [
      'pubDate of RFC 822',
      /<pubDate>[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT<\/pubDate>/,
    ],
    ['itunes:duration in seconds', /<itunes:duration>\d+<\/itunes:duration>/],
    ['itunes:episodeType', /<itunes:episodeType>(full|trailer|bonus)<\/itunes:episodeType>/],
  ])('%s', (_what, pattern) => expect(xml).toMatch(pattern))

  it('no CDATA, no owner’s address, nothing that XML 1.0 forbids', () => {
    for (const absent of ['CDATA', 'itunes:owner', '\u0001']) expect(xml).not.toContain(absent)
  })
})

it.each([
  ['podcastnamespace/feed', 'https://podnews.net/rss/', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
  ['with a scheme', 'http://podnews.net/rss', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
  ['without one', 'podnews.net/rss', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
  ['of mp3s', 'mp3s.nashownotes.com/pc20rss.xml', '917393e3-1b1e-5cef-ace4-edaa54e1f810'],
])('podcast:guid %s is that of the specification', (_what, address, guid) => {
  expect(podcastGuid(address)).toBe(guid)
})
