import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { replaceAudioBookChapters, replaceEpisodeChapters } from '@earmark/contract/chapter-edits.ts'
import { updateCreator } from '@earmark/contract/creator-edits.ts'
import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import type { Notes } from '@earmark/contract/notes.ts'
import { publishPodcast, unpublishPodcast } from '@earmark/contract/publishing.ts'
import { parseRssFeed } from 'feedsmith'
import { beforeEach, describe, expect, it } from 'vitest'
import { settleFeedRevisions } from '../../db/changes/feed-revisions.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  soundOf,
  storeSound,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { notesHtml } from '../sources/reader/notes/notes-text.ts'
import { readFeed } from '../sources/reader/records/read-feed.ts'

const environment = { PUBLIC_URL: 'https://audio.example.org:8443' }
const server = await forAllTests(startTestServer({ environment }))
const editor = await makePerson(server, 'Editor')
const get = (url: string, headers = {}) => server.app.inject({ url, headers })

let podcastId: number
let url: string
let voicer: number
beforeEach(async () => {
  voicer = await makeCreator(server, { nickname: 'Ada & Co' })
  podcastId = await makePodcast(server, { name: 'Stars', voicerIds: [voicer] })
  url = `/feeds/podcasts/${podcastId}.xml`
})

async function read(address = url) {
  const { body } = await get(address)
  return parseRssFeed(body)
}

describe('the feed of a podcast', () => {
  it('is kept, known again by its tag, and answers HEAD and both codings', async () => {
    for (const number of [1, 2, 3, 4, 5])
      await makeEpisode(server, podcastId, { number, name: `Episode ${number}`, audio: soundOf(5.4) })
    const first = await get(url)
    expect(first.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(first.headers.etag).toMatch(new RegExp(`^W/"podcast${podcastId}-\\d+-1"$`))
    for (const again of [await get(url, { 'if-none-match': first.headers.etag })])
      expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag: first.headers.etag } })
    const head = await server.app.inject({ url, method: 'HEAD' })
    expect(head).toMatchObject({ statusCode: 200, body: '', headers: { etag: first.headers.etag } })
    const zipped = await get(url, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(first.body)
    const br = await get(url, { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(first.body)
  })

  it('is known again without being made', async () => {
    const { etag } = (await get(url)).headers
    server.deps.changes.changed([`podcasts/${podcastId}`])
    const { schema } = server.deps.db.connection
    await schema.alterTable('episodes').renameTo('episodes_away').execute()
    try {
      const known = await get(url, { 'if-none-match': etag })
      const everywhere = { 'x-content-type-options': 'nosniff' }
      expect(known).toMatchObject({ statusCode: 304, body: '', headers: { etag, ...everywhere } })
      expect(known.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    } finally {
      await schema.alterTable('episodes_away').renameTo('episodes').execute()
    }
  })

  it('has its episodes with sound, the newest first, and leaves out drafts and those without', async () => {
    const one = await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: soundOf(5.6) })
    await makeEpisode(server, podcastId, { number: 2, name: 'Silent' })
    await makeEpisode(server, podcastId, { number: 3, name: 'Draft', draft: true, audio: soundOf(1) })
    const two = await makeEpisode(server, podcastId, { number: 0, name: 'Two', season: 2, audio: soundOf(5) })
    const { items = [], ...channel } = await read()
    expect(items.map(({ title, guid }) => [title, guid?.value, guid?.isPermaLink])).toEqual([
      ['Two', `earmark-episode-${two}@audio.example.org:8443`, false],
      ['One', `earmark-episode-${one}@audio.example.org:8443`, false],
    ])
    expect(items[1]?.itunes).toMatchObject({ duration: 6, episode: 1, episodeType: 'full', explicit: false })
    expect(items[0]?.itunes).not.toHaveProperty('episode')
    expect(items[0]?.podcast).toMatchObject({ season: { number: 2 }, episode: { number: 0 } })
    expect(channel).toMatchObject({
      title: 'Stars',
      link: `https://audio.example.org:8443/podcasts/${podcastId}`,
      language: 'en',
      itunes: { author: 'Ada & Co', type: 'episodic', explicit: false },
      podcast: {
        locked: { value: true },
        medium: 'podcast',
        persons: [{ display: 'Ada & Co', role: 'host' }],
      },
    })
  })

  it('has the notes of its episodes as clean HTML, of which its reader makes the same notes', async () => {
    const id = await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: soundOf(1) })
    const notes: Notes = [
      { kind: 'h', runs: [{ text: 'Links & more' }] },
      {
        kind: 'p',
        runs: [
          { text: 'At 12:34, ' },
          { text: 'this', href: 'https://a.example/?a=1&b=2' },
          { text: '\nand <that>' },
        ],
      },
      { kind: 'li', runs: [{ text: 'one', mark: 'strong' }] },
      { kind: 'li', runs: [{ text: 'two', mark: 'code' }] },
    ]
    const { connection } = server.deps.db
    await connection
      .updateTable('episodes')
      .set({ notes: JSON.stringify(notes) })
      .where('id', '=', id)
      .execute()
    const [item] = (await read()).items ?? []
    expect(item?.content?.encoded).toBe(notesHtml(notes))
    const bytes = (await get(url)).rawPayload
    const reading = readFeed(bytes, { url: 'https://audio.example.org/', contentType: null, now: Date.now() })
    expect(reading).toMatchObject({ document: { items: [{ description: { json: JSON.stringify(notes) } }] } })
  })

  it.each<[change: string, make: () => Promise<unknown>]>([
    ['a new episode', () => makeEpisode(server, podcastId, { number: 9, name: 'New', audio: soundOf(1) })],
    [
      'a new name of its voicer',
      () => {
        const body = { id: voicer, nickname: 'Grace' }
        return server.call(updateCreator, { params: { id: voicer }, body }, editor.headers)
      },
    ],
    [
      'a deleted episode',
      async () => {
        const episodeId = await makeEpisode(server, podcastId, { number: 7, name: 'Gone' })
        const { etag } = (await get(url)).headers
        await server.call(deleteEpisode, { params: { id: podcastId, episodeId } }, editor.headers)
        expect((await get(url)).headers.etag).not.toBe(etag)
      },
    ],
    [
      'another setting of the server',
      () => {
        const config = { ...server.deps.config, feedLanguage: 'de' }
        const settled = settleFeedRevisions(server.deps.db.connection, { ...server.deps, config })
        return settled.then(() => server.deps.changes.changed([`podcasts/${podcastId}`]))
      },
    ],
  ])('has another tag after %s', async (_change, make) => {
    const { etag } = (await get(url)).headers
    await make()
    const next = await get(url, { 'if-none-match': etag })
    expect(next.statusCode).toBe(200)
    expect(next.headers.etag).not.toBe(etag)
  })

  it('is gone while the podcast is a draft, and keeps its guids when it comes back elsewhere', async () => {
    await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: soundOf(1) })
    const before = await read()
    const params = { id: podcastId }
    await server.call(unpublishPodcast, { params }, editor.headers)
    expect((await get(url)).statusCode).toBe(404)
    const { config } = server.deps
    const moved = { ...server.deps, config: { ...config, publicUrl: 'https://elsewhere.example' } }
    await server.call(publishPodcast, { params, body: null }, editor.headers)
    await settleFeedRevisions(server.deps.db.connection, moved)
    const after = await read()
    expect(after.podcast?.guid).toBe(before.podcast?.guid)
    expect(after.items?.[0]?.guid).toEqual(before.items?.[0]?.guid)
  })

  it('names the episodes of podcasts that were public before there were feeds', async () => {
    const id = await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: soundOf(1) })
    const { connection } = server.deps.db
    await connection.deleteFrom('podcast_feeds').where('podcast_id', '=', podcastId).execute()
    await connection.updateTable('episodes').set({ feed_guid: null }).where('id', '=', id).execute()
    await settleFeedRevisions(connection, server.deps)
    const episode = connection.selectFrom('episodes').where('id', '=', id).select('feed_guid')
    expect(await episode.executeTakeFirst()).toEqual({
      feed_guid: `earmark-episode-${id}@audio.example.org:8443`,
    })
  })

  it.each(['?page=0', '?page=01', '?page=-1', '?page=a', '?page=2', '?page=1&page=1', '?page='])(
    'has no page %s',
    async (query) => expect((await get(url + query)).statusCode).toBe(404),
  )

  it.each(['0', '01', '-1', 'a', '9007199254740993', '999999'])('of %s is none', async (id) => {
    const answer = await get(`/feeds/podcasts/${id}.xml`, { accept: 'text/html' })
    expect(answer.statusCode).toBe(404)
  })

  it('is the same whatever else its query says', async () => {
    const first = await get(url)
    expect(await get(`${url}?page=1&utm=x`)).toMatchObject({ statusCode: 200, body: first.body })
  })
})

/** Rows alone, each with a date of its own. */
async function addEpisodeRows(id: number, mediaId: number, count: number): Promise<void> {
  const { connection } = server.deps.db
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const times = { created_at: 1, updated_at: 1, is_public: 1 } as const
  for (const some of [numbers.slice(0, 1000), numbers.slice(1000, 2000), numbers.slice(2000)]) {
    const rows = some.map((number) => ({
      ...times,
      podcast_id: id,
      number,
      name: `E${number}`,
      published_at: number,
    }))
    const added = await connection.insertInto('episodes').values(rows).returning('id').execute()
    const recordings = added.map(({ id: episode_id }) => ({ episode_id, media_id: mediaId }))
    await connection.insertInto('recordings').values(recordings).execute()
  }
}

it('a feed of more than a page names the others (RFC 5005)', async () => {
  const { connection } = server.deps.db
  const media = await connection
    .insertInto('media')
    .values({
      key: 'k'.repeat(22),
      sha256: 'a'.repeat(64),
      content_type: 'audio/mpeg',
      size_bytes: 7,
      created_at: 1,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await addEpisodeRows(podcastId, media.id, 2001)
  await makeEpisode(server, podcastId, { number: 5000, name: 'Newest', audio: soundOf(1) })
  const pages = await Promise.all([read(), read(`${url}?page=2`), read(`${url}?page=3`)])
  expect(pages.map(({ items }) => items?.length)).toEqual([1000, 1000, 2])
  expect(pages.map(({ items }) => items?.[0]?.title)).toEqual(['Newest', 'E1002', 'E2'])
  const guids = pages.flatMap(({ items = [] }) => items.map(({ guid }) => guid?.value))
  expect(new Set(guids).size).toBe(2002)
  const links = pages.map(({ atom }) =>
    Object.fromEntries((atom?.links ?? []).map(({ rel, href }) => [rel, href?.split('.xml')[1]])),
  )
  expect(links).toEqual([
    { self: '', first: '', next: '?page=2', last: '?page=3' },
    { self: '?page=2', first: '', previous: '', next: '?page=3', last: '?page=3' },
    { self: '?page=3', first: '', previous: '?page=2', last: '?page=3' },
  ])
  expect((await get(`${url}?page=4`)).statusCode).toBe(404)
})

describe('the feed of an audio book', () => {
  it('has each file as an item, in order, each a minute after the one before', async () => {
    const audio = [await storeSound(server), await storeSound(server)]
    const id = await makeAudioBook(server, { name: 'Novel', audio })
    const { items = [], ...channel } = await read(`/feeds/audio-books/${id}.xml`)
    expect(channel).toMatchObject({ itunes: { type: 'serial' }, podcast: { medium: 'audiobook' } })
    expect(
      items.map(({ title, guid, itunes }) => [title, guid?.value, itunes?.episode, itunes?.duration]),
    ).toEqual([
      ['Novel 1', `earmark-audio-book-${id}-1@audio.example.org:8443`, 1, 1],
      ['Novel 2', `earmark-audio-book-${id}-2@audio.example.org:8443`, 2, 1],
    ])
    const [one = 0, two = 0] = items.map(({ pubDate = '' }) => Date.parse(String(pubDate)))
    expect(two - one).toBe(60_000)
  })

  it('of one file names its chapters by their version', async () => {
    const id = await makeAudioBook(server, { name: 'Novel', audio: soundOf(60) })
    const chaptersOf = async () =>
      (await read(`/feeds/audio-books/${id}.xml`)).items?.[0]?.podcast?.chapters?.url
    expect(await chaptersOf()).toBeUndefined()
    const body = { baseVersion: 0, chapters: [{ startSeconds: 0, title: 'One' }] }
    const { version } = await server.call(replaceAudioBookChapters, { params: { id }, body }, editor.headers)
    const path = `/feeds/chapters/audio-books/${id}-${version}.json`
    expect(await chaptersOf()).toBe(`https://audio.example.org:8443${path}`)
    const answer = await get(path)
    expect(answer.json()).toEqual({
      version: '1.2.0',
      chapters: [{ startTime: 0, endTime: 60, title: 'One' }],
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json+chapters',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    })
    expect((await get(path.replace(`-${version}.`, '-0.'))).statusCode).toBe(404)
  })

  it('of an episode, too', async () => {
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'One', audio: soundOf(60) })
    const body = { baseVersion: 0, chapters: [{ startSeconds: 0, title: 'One' }] }
    const params = { id: podcastId, episodeId }
    const { version } = await server.call(replaceEpisodeChapters, { params, body }, editor.headers)
    const path = `/feeds/chapters/${episodeId}-${version}.json`
    expect((await read()).items?.[0]?.podcast?.chapters?.url).toBe(environment.PUBLIC_URL + path)
    expect((await get(path)).json()).toMatchObject({ chapters: [{ title: 'One' }] })
  })
})
