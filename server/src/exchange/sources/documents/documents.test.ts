import { replaceEpisodeChapters } from '@earmark/contract/chapter-edits.ts'
import { getEpisodeChapters, jsonChaptersType } from '@earmark/contract/chapters.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { unpublishEpisode } from '@earmark/contract/publishing.ts'
import * as contract from '@earmark/contract/sources.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import {
  type Answer,
  answers,
  feed,
  notFound,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../../testing/people.ts'
import { makeEpisode, makePodcast, soundOf } from '../../../testing/records.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { FileChapter } from '../../../media/chapters/chapter-list.ts'
import { documentsJob } from './documents-job.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const day = 24 * 3600 * 1000

async function editor() {
  return (await makePerson(server, 'Editor')).headers
}

let hosts = 0
/** A source of one walk of ten minutes that says more, and a document beside its feed. */
async function chapteredSource(
  more: (host: string) => string,
  document?: Answer,
  others: Readonly<Record<string, Answer>> = {},
) {
  hosts += 1
  const host = `chaptered${hosts}.example`
  const serve = (said: string, answer: Answer = notFound) => {
    const items = [{ title: 'Walk', publishedAt: day, seconds: 600, more: said }]
    const head = 'xmlns:psc="http://podlove.org/simple-chapters"'
    internet.host(host, {
      '/feed': feed(rss({ items }).replace('<rss ', `<rss ${head} `)),
      '/chapters1.json': answer,
      '/chapters2.json': answer,
      ...others,
    })
  }
  serve(more(host), document)
  const url = `http://${host}/feed`
  const { podcastId } = await server.call(contract.addSource, { body: { url } }, await editor())
  const [episode] = (await server.call(getPodcast, { params: { id: podcastId } })).episodes
  const params = { id: podcastId, episodeId: episode?.id as number }
  return {
    host,
    params,
    serve: (answer: Answer, said = more(host)) => serve(said, answer),
    read: () => server.call(getEpisodeChapters, { params }),
    titles: async () =>
      (await server.call(getEpisodeChapters, { params })).chapters.map(
        ({ startSeconds, title }) => `${startSeconds} ${title}`,
      ),
  }
}

async function checkAgain() {
  server.time.now += 2 * day
  await server.deps.sourceChecks.runDue()
  await server.deps.jobs.runDue(documentsJob)
}

/** As if the recording had been fetched. */
async function keepSound(episodeId: number, chapters: readonly FileChapter[]) {
  const { connection } = server.deps.db
  const podcastId = await makePodcast(server, { name: 'Own' })
  const audio = { ...soundOf(600), chapters }
  const ownId = await makeEpisode(server, podcastId, { number: 1, name: 'Own', audio })
  const own = await connection
    .selectFrom('recordings')
    .where('episode_id', '=', ownId)
    .select('media_id')
    .executeTakeFirstOrThrow()
  await connection.updateTable('recordings').set(own).where('episode_id', '=', episodeId).execute()
}

const named = (host: string, version = 1) =>
  `<podcast:chapters url="http://${host}/chapters${version}.json" type="application/json+chapters"/>`

const json = (chapters: unknown): Answer => answers(200, JSON.stringify({ version: '1.2.0', chapters }))
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThe gate stands open.\n'

const two = json([
  { startTime: 60, title: 'The hill' },
  { startTime: 0, title: 'The gate' },
])

describe('chapters of a feed', () => {
  test('are those within it', async () => {
    const source = await chapteredSource(
      () =>
        '<psc:chapters><psc:chapter start="0" title="The gate"/><psc:chapter start="00:01:00.5" title="The hill"/></psc:chapters>',
    )
    expect(await source.read()).toMatchObject({ source: 'Feed', version: 1 })
    expect(await source.titles()).toEqual(['0 The gate', '60.5 The hill'])
  })

  test('are there where it does not say how long the sound is, the last one without an end', async () => {
    const starts = '<psc:chapter start="0" title="The gate"/><psc:chapter start="60" title="The hill"/>'
    const more = `<psc:chapters>${starts}</psc:chapters>`
    internet.host('unmeasured.example', {
      '/feed': feed(rss({ items: [{ title: 'Walk', publishedAt: day, more }] })),
    })
    const headers = await editor()
    const body = { url: 'http://unmeasured.example/feed' }
    const { podcastId } = await server.call(contract.addSource, { body }, headers)
    const [episode] = (await server.call(getPodcast, { params: { id: podcastId } })).episodes
    expect(episode).toMatchObject({ chaptersCount: 2, durationSeconds: null })
    const params = { id: podcastId, episodeId: episode?.id as number }
    const read = () => server.call(getEpisodeChapters, { params })
    expect((await read()).chapters).toMatchObject([
      { startSeconds: 0, endSeconds: 60, title: 'The gate' },
      { startSeconds: 60, endSeconds: null, title: 'The hill' },
    ])
    const url = `/api/podcasts/${podcastId}/episodes/${params.episodeId}/chapters`
    const plain = await server.app.inject({ url, headers: { accept: jsonChaptersType } })
    expect(plain.json()).toMatchObject({ chapters: [{ endTime: 60 }, { startTime: 60, title: 'The hill' }] })
    expect(plain.json().chapters[1]).not.toHaveProperty('endTime')
    const changed = { baseVersion: 1, chapters: [{ startSeconds: 7000, title: 'By hand' }] }
    await server.call(replaceEpisodeChapters, { params, body: changed }, headers)
    expect((await read()).chapters).toMatchObject([{ startSeconds: 7000, endSeconds: null }])
  })

  test('are those of the document that an item names, and follow it when the item changes', async () => {
    const source = await chapteredSource(named, two)
    await server.deps.jobs.runDue(documentsJob)
    expect(await source.titles()).toEqual(['0 The gate', '60 The hill'])
    const asked = () => internet.requestsOf(source.host).filter(({ path }) => path.startsWith('/chapters'))
    expect(asked()).toHaveLength(1)
    source.serve(json([{ startTime: 0, title: 'The lake' }]), named(source.host, 2))
    server.time.now += 2 * day
    await server.deps.sourceChecks.runDue()
    await server.deps.jobs.runDue(documentsJob)
    expect(await source.titles()).toEqual(['0 The lake'])
    // A check without news asks for nothing.
    server.time.now += 2 * day
    await server.deps.sourceChecks.runDue()
    await server.deps.jobs.runDue(documentsJob)
    expect(asked()).toHaveLength(2)
  })

  test('are those of the sound, else none, once it states none any more', async () => {
    const stated = '<psc:chapters><psc:chapter start="0" title="The gate"/></psc:chapters>'
    const source = await chapteredSource(() => stated)
    const { episodeId } = source.params
    expect(await source.read()).toMatchObject({ source: 'Feed', version: 1 })
    source.serve(notFound, '')
    await checkAgain()
    expect(await source.read()).toMatchObject({ source: 'None', version: 2, chapters: [] })
    source.serve(notFound, stated)
    await checkAgain()
    await keepSound(episodeId, [{ startMs: 0, title: 'Embedded' }])
    source.serve(notFound, '')
    await checkAgain()
    expect(await source.read()).toMatchObject({ source: 'Embedded', chapters: [{ title: 'Embedded' }] })
  })

  test('go with the document, or with what it holds', async () => {
    const source = await chapteredSource(named, two)
    await server.deps.jobs.runDue(documentsJob)
    source.serve(json([]), named(source.host, 2))
    await checkAgain()
    expect(await source.titles()).toEqual([])
    source.serve(two)
    await checkAgain()
    expect(await source.titles()).toHaveLength(2)
    source.serve(two, '')
    await checkAgain()
    expect(await source.titles()).toEqual([])
  })

  test('of an editor stay when the feed takes its own away', async () => {
    const source = await chapteredSource(named, two)
    await server.deps.jobs.runDue(documentsJob)
    const body = { baseVersion: 1, chapters: [{ startSeconds: 0, title: 'By hand' }] }
    await server.call(replaceEpisodeChapters, { params: source.params, body }, await editor())
    source.serve(notFound, '')
    await checkAgain()
    expect(await source.read()).toMatchObject({ source: 'Hand', chapters: [{ title: 'By hand' }] })
  })

  test('give way to those of an editor', async () => {
    const source = await chapteredSource(named, two)
    const body = { baseVersion: 0, chapters: [{ startSeconds: 0, title: 'By hand' }] }
    const saved = await server.attempt(
      replaceEpisodeChapters,
      { params: source.params, body },
      await editor(),
    )
    expect(saved.status).toBe(200)
    await server.deps.jobs.runDue(documentsJob)
    expect(await source.read()).toMatchObject({ source: 'Hand', chapters: [{ title: 'By hand' }] })
  })

  test.each<[string, Answer]>([
    ['is not there', notFound],
    ['is a page', answers(200, '<!doctype html>')],
    [
      'has none in the sound',
      json([
        { startTime: 6000, title: 'Behind' },
        { startTime: -1, title: 'Before' },
      ]),
    ],
    ['is too large', answers(200, ' '.repeat(3 * 1024 ** 2))],
  ])('are none where the document %s, and it is asked for no more', async (_what, answer) => {
    const source = await chapteredSource(named, answer)
    for (let time = 0; time < 6; time += 1) {
      await server.deps.jobs.runDue(documentsJob)
      server.time.now += day
    }
    expect(await source.titles()).toEqual([])
    expect(internet.requestsOf(source.host).some(({ path }) => path === '/chapters1.json')).toBe(true)
    source.serve(two)
    await server.deps.jobs.runDue(documentsJob)
    expect(await source.titles()).toEqual([])
  })

  test('come later where the host fails for a while', async () => {
    const source = await chapteredSource(named, answers(503))
    await server.deps.jobs.runDue(documentsJob)
    source.serve(two)
    server.time.now += day
    await server.deps.jobs.runDue(documentsJob)
    expect(await source.titles()).toEqual(['0 The gate', '60 The hill'])
  })
})

describe('transcripts of a feed', () => {
  const transcript = (host: string, file: string, more = '') =>
    `<podcast:transcript url="http://${host}/${file}" type="text/vtt" ${more}/>`
  const srt = '1\n00:00:00,000 --> 00:00:02,000\nThe gäte stands open.\n'
  const withTwo = async () => {
    const texts = {
      '/a.vtt': answers(200, vtt),
      '/b.txt': answers(200, Buffer.from(srt, 'latin1')),
      '/c.html': answers(200, '<p>'),
    }
    const said = (host: string) =>
      transcript(host, 'a.vtt', 'language="en"') + transcript(host, 'b.txt') + transcript(host, 'c.html')
    const source = await chapteredSource(said, notFound, texts)
    await server.deps.jobs.runDue(documentsJob)
    return source
  }
  const feedOf = async (podcastId: number) =>
    (await server.app.inject(`/feeds/podcasts/${podcastId}.xml`)).body

  test('come along, are told in the feed of the podcast by what they are, and served from here', async () => {
    const { params } = await withTwo()
    const told = [...(await feedOf(params.id)).matchAll(/<podcast:transcript ([^>]*)\/>/g)].map(
      ([, text]) => text,
    )
    const at = `${server.deps.config.publicUrl}/feeds/transcripts/${params.episodeId}-1`
    expect(told).toEqual([
      `url="${at}.vtt" type="text/vtt" language="en"`,
      `url="${at}.srt" type="application/x-subrip"`,
    ])
    const answer = await server.app.inject(new URL(`${at}.vtt`).pathname)
    expect(answer.body).toBe(vtt)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    // Said in its host's encoding, told in ours.
    expect((await server.app.inject(new URL(`${at}.srt`).pathname)).body).toBe(srt)
    const head = await server.app.inject({ method: 'HEAD', url: new URL(`${at}.srt`).pathname })
    expect(head.statusCode).toBe(200)
    const etag = answer.headers['etag'] as string
    const again = await server.app.inject({
      url: new URL(`${at}.vtt`).pathname,
      headers: { 'if-none-match': etag },
    })
    expect(again.statusCode).toBe(304)
  })

  test.each([
    ['another revision', (id: number) => `${id}-2.vtt`],
    ['a format that there is not', (id: number) => `${id}-1.json`],
    ['another episode', (id: number) => `${id + 1000}-1.vtt`],
    ['no name of ours', (id: number) => `${id}-1.vtt.exe`],
  ])('are not there for %s', async (_what, nameOf) => {
    const { params } = await withTwo()
    const { statusCode } = await server.app.inject(`/feeds/transcripts/${nameOf(params.episodeId)}`)
    expect(statusCode).toBe(404)
  })

  test('go when the feed names them no more', async () => {
    const source = await withTwo()
    const path = `/feeds/transcripts/${source.params.episodeId}-1.vtt`
    source.serve(notFound, '')
    await checkAgain()
    expect(await feedOf(source.params.id)).not.toContain('podcast:transcript ')
    expect((await server.app.inject(path)).statusCode).toBe(404)
  })

  test('are hidden with their episode', async () => {
    const { params } = await withTwo()
    const path = `/feeds/transcripts/${params.episodeId}-1.vtt`
    expect((await server.app.inject(path)).statusCode).toBe(200)
    const hidden = await server.attempt(unpublishEpisode, { params }, await editor())
    expect(hidden.status).toBe(200)
    expect((await server.app.inject(path)).statusCode).toBe(404)
  })
})
