import { addFeedToken, listFeedTokens, removeFeedToken } from '@earmark/contract/feed-tokens.ts'
import { followPodcast } from '@earmark/contract/follows.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { replaceEpisodeChapters } from '@earmark/contract/chapter-edits.ts'
import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import { unpublishAudioBook } from '@earmark/contract/publishing.ts'
import type { AddressInfo } from 'node:net'
import { parseRssFeed } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, signInAs } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeEpisode,
  makePodcast,
  soundOf,
  storeCover,
  storeSound,
} from '../../testing/records.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const origin = 'https://audio.example.org'
const environment = { PUBLIC_URL: origin }
const open = await forAllTests(startTestServer({ environment }))
const members = await forAllTests(startTestServer({ environment: { ...environment, ACCESS: 'members' } }))

for (const { app } of [open, members]) await app.listen({ port: 0, host: '127.0.0.1' })

/** Of pictures, which are too large for a made-up connection. */
async function fetchFile({ app }: TestServer, path: string, headers = {}) {
  const { port } = app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function makeListener(server: TestServer) {
  const { headers, account } = await makePerson(server)
  const { token, id } = await server.call(addFeedToken, { body: { name: 'Phone' } }, headers)
  const get = (path: string, sent = {}) =>
    server.app.inject({
      url: `/feeds/p/${token}/${path}`.replace(`/feeds/p/${token}/${origin}`, ''),
      headers: sent,
    })
  const read = async (path: string) => parseRssFeed((await get(path)).body)
  return { headers, account, token, id, get, read }
}

const pathOf = (url = '') => url.replace(origin, '')

describe.each([
  ['a public server', open, '/media/'],
  ['a server for members', members, '/feeds/p/'],
])('private feeds of %s', (_which, server, mediaRoot) => {
  it('have all that public ones have, for one token alone', async () => {
    const sound = await storeSound(server)
    const podcastId = await makePodcast(server, { name: 'Stars', ...(await storeCover(server, 'teal')) })
    await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: sound })
    const listener = await makeListener(server)
    const answer = await listener.get(`podcasts/${podcastId}.xml`)
    expect(answer).toMatchObject({ statusCode: 200 })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.body).toContain('<itunes:block>Yes</itunes:block>')
    expect(answer.body).toContain('<podcast:block>yes</podcast:block>')
    const feed = parseRssFeed(answer.body)
    const own = `${origin}/feeds/p/${listener.token}/podcasts/${podcastId}.xml`
    expect(feed.atom?.links).toEqual([{ href: own, rel: 'self', type: 'application/rss+xml' }])
    const { etag } = answer.headers
    const known = await listener.get(`podcasts/${podcastId}.xml`, { 'if-none-match': etag })
    expect(known).toMatchObject({ statusCode: 304, body: '' })
    expect(known.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })

    const enclosure = pathOf(feed.items?.[0]?.enclosures?.[0]?.url)
    expect(enclosure).toMatch(new RegExp(`^${mediaRoot}`))
    const whole = await fetchFile(server, enclosure)
    expect(whole.bytes).toHaveLength(sound.sizeBytes)
    const part = await fetchFile(server, enclosure, { range: 'bytes=10-19' })
    expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(10, 20)])
    const image = await fetchFile(server, pathOf(feed.itunes?.image))
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const head = await server.app.inject({ method: 'HEAD', url: pathOf(feed.itunes?.image) })
    expect(head.headers['content-length']).toBe(String(image.bytes.length))
    const { default: sharp } = await import('sharp')
    const { width, height, format } = await sharp(image.bytes).metadata()
    expect([width, height, format]).toEqual([1400, 1400, 'jpeg'])
  })

  it('end with their token, their files with them', async () => {
    const id = await makeAudioBook(server, { name: 'Novel', audio: await storeSound(server) })
    const listener = await makeListener(server)
    const feed = await listener.read(`audio-books/${id}.xml`)
    const enclosure = pathOf(feed.items?.[0]?.enclosures?.[0]?.url)
    for (const asked of [
      {},
      { range: 'bytes=0-1' },

      { 'if-none-match': '*' },
    ]) {
      if (mediaRoot === '/media/') continue
      const { headers } = await fetchFile(server, enclosure, asked)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
    await server.call(removeFeedToken, { params: { id: listener.id } }, listener.headers)
    for (const path of [`audio-books/${id}.xml`, 'library.xml'])
      expect(await listener.get(path)).toMatchObject({
        statusCode: 404,
        headers: { 'cache-control': 'no-store' },
      })
    if (mediaRoot !== '/media/') expect((await server.app.inject(enclosure)).statusCode).toBe(404)
  })

  it('of the library have what is in it, whatever it is of', async () => {
    const podcastId = await makePodcast(server, { name: 'Stars' })
    const podcastEpisodeId = await makeEpisode(server, podcastId, {
      number: 1,
      name: 'One',
      audio: soundOf(5),
    })
    const audio = [await storeSound(server), await storeSound(server)]
    const audioBookId = await makeAudioBook(server, { name: 'Novel', audio })
    const listener = await makeListener(server)
    const empty = await listener.get('library.xml')
    expect(parseRssFeed(empty.body).items ?? []).toEqual([])
    await server.call(addToLibrary, { body: { podcastId, podcastEpisodeId } }, listener.headers)
    await server.call(addToLibrary, { body: { audioBookId } }, listener.headers)
    const full = await listener.get('library.xml', { 'if-none-match': empty.headers.etag })
    const { items = [] } = parseRssFeed(full.body)
    expect(items.map(({ title }) => title)).toEqual(['Novel 1', 'Novel 2', 'Stars: One'])
    expect(items.map(({ guid }) => guid?.value)).toEqual([
      `earmark-audio-book-${audioBookId}-1@audio.example.org`,
      `earmark-audio-book-${audioBookId}-2@audio.example.org`,
      `earmark-episode-${podcastEpisodeId}@audio.example.org`,
    ])
    const again = await listener.get('library.xml', { 'if-none-match': full.headers.etag })
    expect(again.statusCode).toBe(304)
    const editor = await makePerson(server, 'Editor')
    await server.call(unpublishAudioBook, { params: { id: audioBookId } }, editor.headers)
    const after = await listener.get('library.xml', { 'if-none-match': full.headers.etag })
    expect(parseRssFeed(after.body).items?.map(({ title }) => title)).toEqual(['Stars: One'])
  })

  it('of the library have the new episodes of followed podcasts', async () => {
    const id = await makePodcast(server, { name: 'Stars' })
    await makeEpisode(server, id, { number: 1, name: 'Before', audio: soundOf(5) })
    const listener = await makeListener(server)
    await server.call(followPodcast, { params: { id }, body: null }, listener.headers)
    const empty = await listener.get('library.xml')
    expect(parseRssFeed(empty.body).items ?? []).toEqual([])
    await makeEpisode(server, id, { number: 2, name: 'After', audio: soundOf(5) })
    const full = await listener.get('library.xml', { 'if-none-match': empty.headers.etag })
    expect(parseRssFeed(full.body).items?.map(({ title }) => title)).toEqual(['Stars: After'])
  })

  it('name chapters that can be read', async () => {
    const editor = await makePerson(server, 'Editor')
    const podcastId = await makePodcast(server, { name: 'Stars' })
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: soundOf(60) })
    const body = { baseVersion: 0, chapters: [{ startSeconds: 0, title: 'Intro' }] }
    await server.call(replaceEpisodeChapters, { params: { id: podcastId, episodeId }, body }, editor.headers)
    const listener = await makeListener(server)
    const feed = await listener.read(`podcasts/${podcastId}.xml`)
    const chapters = await server.app.inject(pathOf(feed.items?.[0]?.podcast?.chapters?.url))
    expect(chapters.json()).toMatchObject({ chapters: [{ title: 'Intro' }] })
  })

  it('are noted as used once a day', async () => {
    const listener = await makeListener(server)
    const usedAt = async () => {
      const { headers } = await signInAs(server, listener.account)
      return (await server.call(listFeedTokens, {}, headers))[0]?.lastUsedAt
    }
    expect(await usedAt()).toBeNull()
    await listener.get('library.xml')
    const first = await usedAt()
    expect(first).toBe(new Date(server.time.now).toISOString())
    server.time.now += 3600_000
    await listener.get('library.xml')
    expect(await usedAt()).toBe(first)
    server.time.now += 23 * 3600_000
    await listener.get('library.xml')
    expect(await usedAt()).not.toBe(first)
  })
})

it.each([
  'podcasts/1.xml',
  'audio-books/1.xml',
  'library.xml',
  `media/${'k'.repeat(22)}.mp3`,
  'chapters/1-0.json',
])('nothing is told of %s to a token that there is not', async (path) => {
  for (const token of ['x'.repeat(22), 'short', '%00'.repeat(22), 'x'.repeat(400)]) {
    const answer = await members.app.inject(`/feeds/p/${token}/${path}`)
    expect(answer.statusCode).toBe(404)
  }
})

it('A server for members has no public feed, and no chapters without a token', async () => {
  const id = await makePodcast(members, { name: 'Stars' })
  expect((await members.app.inject(`/feeds/podcasts/${id}.xml`)).statusCode).toBe(404)
  expect((await members.app.inject('/feeds/chapters/1-0.json')).statusCode).toBe(404)
})

it('A square picture is made once, and goes with its cover', async () => {
  const cover = await storeCover(open, 'red')
  const id = await makePodcast(open, { name: 'Stars', ...cover })
  const { itunes } = parseRssFeed((await open.app.inject(`/feeds/podcasts/${id}.xml`)).body)
  const path = pathOf(itunes?.image)
  const answers = await Promise.all([fetchFile(open, path), fetchFile(open, path), fetchFile(open, path)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [first] = answers
  const { connection } = open.deps.db
  const ofThis = () =>
    connection
      .selectFrom('feed_images')
      .innerJoin('podcasts', 'podcasts.cover_media_id', 'feed_images.cover_media_id')
      .where('podcasts.id', '=', id)
      .select('feed_images.media_id')
      .execute()
  expect(await ofThis()).toHaveLength(1)
  const known = await fetchFile(open, path, { 'if-none-match': first.headers.get('etag') })
  expect(known.status).toBe(304)
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(first.bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1400, 1400])
  // The cover is upright: beside it is its own colour.
  expect(data[0]).toBeGreaterThan(200)
  const unknown = path.replace(/...\.jpg$/, '___.jpg')
  expect((await fetchFile(open, unknown)).status).toBe(404)
  const editor = await makePerson(open, 'Editor')
  await open.call(deletePodcast, { params: { id } }, editor.headers)
  expect((await fetchFile(open, path)).status).toBe(404)
})
