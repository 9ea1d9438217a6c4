import { addAudioBookReader, createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { addEpisodeVoicer, createEpisode, updateEpisode } from '@earmark/contract/episode-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { addPodcastVoicer, createPodcast } from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/publishing.ts'
import { addSource } from '@earmark/contract/sources.ts'
import { describe, expect, it } from 'vitest'
import { operationsOf, readDocument } from '../../testing/api-document.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile, pictureFile } from '../../testing/forms.ts'
import { rss } from '../../testing/made-up-feeds.ts'
import { feed, startInternet } from '../../testing/made-up-internet/internet.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeCollection,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
} from '../../testing/records.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { makeWebFolder, startTestServer } from '../../testing/server.ts'
import { publishDue } from './publish-on-time.ts'

/** Whatever can be read without an account is as if there were no drafts. */

const web = await forAllTests(makeWebFolder())
const internet = await forAllTests(startInternet())
const environment = { SOURCES: 'listeners' }
const server = await forAllTests(startTestServer({ webFolder: web.path, internet, environment }))
const node = await forAllTests(startNode(server))
const editor = await makePerson(server, 'Editor')
const creatorId = await makeCreator(server, { nickname: 'Xylda' })
const seriesId = await makeSeries(server, 'Known series')
const series = [{ id: seriesId, sequence: '2' }]
const bookId = await makeAudioBook(server, { name: 'Known book', readerIds: [creatorId], series })
const podcastId = await makePodcast(server, { name: 'Known podcast', voicerIds: [creatorId] })
const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Known episode' })
const collectionId = await makeCollection(server, 'Known', [{ audioBookId: bookId }, { podcastId }])
const [cover, sound] = [await pictureFile('#204060'), await audioFile('opus')]

interface Ids {
  readonly bookId: number
  readonly podcastId: number
  readonly episodeId: number
}

const known: Ids = { bookId, podcastId, episodeId }
const publicReads = operationsOf(await readDocument(server.app)).filter(
  ({ method, security }) => method === 'get' && !security,
)

/** The value of a parameter in a path; a new parameter needs a line here. */
function valueIn(path: string, name: string, ids: Ids): number {
  if (name === 'episodeId') return ids.episodeId
  if (path.includes('/audio-books/')) return ids.bookId
  if (path.includes('/podcasts/')) return ids.podcastId
  if (path.includes('/creators/')) return creatorId
  if (path.includes('/series/')) return seriesId
  if (path.includes('/collections/')) return collectionId
  throw new Error(`Nobody has said what {${name}} of ${path} is.`)
}

/** The queries that a call takes: each order, each search that could find a draft, and each filter by itself. */
function queriesOf(parameters: (typeof publicReads)[number]['parameters'] = []): string[] {
  const given = new Map(parameters.map((parameter) => [parameter.name, parameter.schema]))
  const orders = (given.get('sortBy')?.enum ?? []).flatMap((field) => [
    `search=Xylda&sortBy=${String(field)}`,
    ...(field === 'relevance' ? [] : [`sortBy=${String(field)}`, `sortBy=${String(field)}&sortOrder=desc`]),
  ])
  const searches = ['Unheard', 'Unheerd', 'Known'].map((text) => `search=${text}&pageSize=100`)
  const filters: Record<string, string> = { creatorId: String(creatorId), minSeconds: '0', fromYear: '0' }
  return [
    '',
    ...orders,
    ...(given.has('search') ? searches : []),
    ...Object.entries(filters).flatMap(([name, value]) => (given.has(name) ? [`${name}=${value}`] : [])),
  ]
}

function apiAddresses(ids: Ids, only: RegExp = /./): string[] {
  return publicReads.flatMap(({ path, parameters = [] }) => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(valueIn(path, name, ids)))
    return only.test(path)
      ? queriesOf(parameters.filter((one) => one.in === 'query')).map((query) => `${url}?${query}`)
      : []
  })
}

const pageAddresses = [
  `/series/${seriesId}`,
  `/collections/${collectionId}`,
  '/',
  '/audio-books',
  '/podcasts',
  '/search?search=Unheard',
  '/sitemap.xml',
  '/sitemap-1.xml',
]

function recordPages({ bookId, podcastId, episodeId }: Ids): string[] {
  return [`/audio-books/${bookId}`, `/podcasts/${podcastId}`, `/podcasts/${podcastId}/episodes/${episodeId}`]
}

async function read(addresses: readonly string[]) {
  const answers = new Map<string, { status: number; body: string }>()
  for (const [place, { app }] of [server, node].entries()) {
    for (const url of addresses) {
      // The other node has no pages.
      if (place === 1 && !url.startsWith('/api/')) continue
      const { statusCode, body } = await app.inject(url)
      answers.set(`${place} ${url}`, { status: statusCode, body: body.replaceAll(/nonce="[^"]*"/g, '') })
    }
  }
  return answers
}

const everywhere = () => read([...apiAddresses(known), ...recordPages(known), ...pageAddresses])

const { headers } = editor
const form = { Name: 'Unheard', Description: 'Xylda unheard', CoverImage: cover }

async function make(endpoint: Endpoint, extra: object, params?: object): Promise<number> {
  const { status, body } = await server.attempt(
    endpoint,
    { form: { ...form, ...extra }, ...(params && { params: { ...params } }) },
    headers,
  )
  expect(status).toBe(201)
  return (JSON.parse(body) as { id: number }).id
}

let collected = 2

/** Without a later `updatedAt` of the collection, which is public. */
async function collect(items: readonly { audio_book_id: number | null; podcast_id: number | null }[]) {
  const change = { changes: [`collections/${collectionId}`] } as const
  await changeCatalogue(server.deps, change, async (transaction) => {
    const place = () => ({ collection_id: collectionId, ordinal: (collected += 1) })
    const rows = items.map((item) => ({ ...item, ...place() }))
    await transaction.insertInto('collection_items').values(rows).execute()
  })
}

async function makeAll(extra: object): Promise<Ids> {
  const id = await make(createPodcast, extra)
  const bookId = await make(createAudioBook, {
    ...extra,
    Audio: sound,
    Series: [{ id: seriesId, sequence: '1' }],
  })
  const episodeId = await make(createEpisode, { ...extra, Audio: sound, Number: 1 }, { id })
  await collect([
    { audio_book_id: bookId, podcast_id: null },
    { audio_book_id: null, podcast_id: id },
  ])
  await server.call(addAudioBookReader, { params: { id: bookId, readerId: creatorId } }, headers)
  await server.call(addPodcastVoicer, { params: { id, creatorId } }, headers)
  await server.call(addEpisodeVoicer, { params: { id, episodeId, creatorId } }, headers)
  return { bookId, podcastId: id, episodeId }
}

const inAnHour = () => new Date(server.time.now + 3_600_000).toISOString()
const calls = {
  publish: [contract.publishAudioBook, contract.publishPodcast, contract.publishEpisode],
  unpublish: [contract.unpublishAudioBook, contract.unpublishPodcast, contract.unpublishEpisode],
} as const

async function call(name: keyof typeof calls, ids: Ids, body: object = {}): Promise<void> {
  const params = [{ id: ids.bookId }, { id: ids.podcastId }, { id: ids.podcastId, episodeId: ids.episodeId }]
  for (const [place, endpoint] of calls[name].entries()) {
    const input = { params: params[place] ?? {}, ...(name === 'publish' && { body }) }
    expect(await server.attempt(endpoint, input, headers)).toMatchObject({ status: 200 })
  }
}

const ways: readonly (readonly [string, () => Promise<Ids>])[] = [
  ['made as a draft', () => makeAll({ Draft: 'true' })],
  [
    'scheduled',
    async () => {
      const ids = await makeAll({ Draft: 'true' })
      await call('publish', ids, { publishAt: inAnHour() })
      await publishDue(server.deps)
      return ids
    },
  ],
  [
    'unpublished after they were read everywhere',
    async () => {
      const ids = await makeAll({})
      await read([...apiAddresses(ids), ...recordPages(ids)])
      await everywhere()
      await call('unpublish', ids)
      return ids
    },
  ],
  [
    'unpublished with its podcast alone',
    async () => {
      const ids = await makeAll({})
      await everywhere()
      await server.call(contract.unpublishAudioBook, { params: { id: ids.bookId } }, headers)
      await server.call(contract.unpublishPodcast, { params: { id: ids.podcastId } }, headers)
      return ids
    },
  ],
  ['what a listener has for themselves', addForOneself],
  [
    'an episode alone',
    async () => {
      const draft = { Audio: sound, Number: 7, Draft: 'true' }
      return {
        ...(await makeAll({ Draft: 'true' })),
        podcastId,
        episodeId: await make(createEpisode, draft, { id: podcastId }),
      }
    },
  ],
]

/** A podcast that a listener has for themselves, with a draft of a book. */
async function addForOneself(): Promise<Ids> {
  const { bookId } = await makeAll({ Draft: 'true' })
  const more =
    '<description>Xylda</description><itunes:author>Nobody Else</itunes:author><itunes:category text="Unheard of"/>'
  const item = { title: 'Unheard', url: 'http://own.example/1.mp3', publishedAt: 1 }
  internet.host('own.example', { '/feed': feed(rss({ title: 'Unheard', more, items: [item] })) })
  const listener = await makePerson(server)
  const body = { url: 'http://own.example/feed' }
  const { podcastId: id } = await server.call(addSource, { body }, listener.headers)
  const { episodes } = await server.call(getPodcast, { params: { id } }, listener.headers)
  await collect([{ audio_book_id: null, podcast_id: id }])
  return { bookId, podcastId: id, episodeId: episodes[0]?.id ?? 0 }
}

describe('a draft', () => {
  it.each(ways)('is nowhere when it is %s', async (_way, hide) => {
    const before = await everywhere()
    const ids = await hide()
    const differing = [...(await everywhere())].filter(
      ([address, { status, body }]) =>
        before.get(address)?.status !== status || before.get(address)?.body !== body,
    )
    expect(differing).toEqual([])
    const isKnown = ids.podcastId === podcastId
    const own = isKnown ? /audio-books\/\{id\}|episodeId/ : /(audio-books|podcasts)\/\{id\}/
    const pages = recordPages(ids).filter((path) => path !== `/podcasts/${podcastId}`)
    const found = [...(await read([...apiAddresses(ids, own), ...pages]))].filter(
      ([, { status }]) => status !== 404,
    )
    expect(found).toEqual([])
  })

  it('is where everything else is once it is published', async () => {
    const ids = await makeAll({ Draft: 'true' })
    const shown = await makeAll({})
    await call('publish', ids)
    for (const [place, url] of recordPages(ids).entries()) {
      const [mine, theirs] = await Promise.all(
        [url, recordPages(shown)[place] as string].map((path) => server.app.inject(`/api${path}`)),
      )
      expect(mine?.statusCode).toBe(200)
      expect(Object.keys(mine?.json() as object)).toEqual(Object.keys(theirs?.json() as object))
    }
    const found = await server.app.inject('/api/audio-books/paged?search=Unheard&sortBy=relevance')
    expect(found.json()).toMatchObject({ totalCount: 2 })
    await call('unpublish', ids)
    await call('unpublish', shown)
  })
})

describe('the media of a record', () => {
  it('have new addresses when it is unpublished, a podcast’s with its episodes’, on every node', async () => {
    const ids = await makeAll({})
    const urlsOf = async (path: string) => {
      const { body } = await server.app.inject({ url: `/api/edit${path}`, headers })
      return [...new Set(body.match(/\/media\/[\w.-]+/g))]
    }
    const paths = [`/audio-books/${ids.bookId}`, `/podcasts/${ids.podcastId}`]
    const former = (await Promise.all(paths.map(urlsOf))).flat()
    expect(former.length).toBeGreaterThanOrEqual(8)
    const statuses = async (urls: readonly string[]) => {
      const answers = [server, node].flatMap(({ app }) =>
        urls.map((url) => app.inject({ method: 'HEAD', url })),
      )
      return [...new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))]
    }
    expect(await statuses(former)).toEqual([200])
    await call('unpublish', { ...ids, episodeId: ids.episodeId })
    expect(await statuses(former)).toEqual([404])
    const present = (await Promise.all(paths.map(urlsOf))).flat()
    expect(present).toHaveLength(former.length)
    expect(await statuses(present)).toEqual([200])
    await call('publish', ids)
    expect((await Promise.all(paths.map(urlsOf))).flat()).toEqual(present)
    await call('unpublish', ids)
  })

  it('make forms stale that name their former addresses, a podcast’s those of its episodes, too', async () => {
    const ids = await makeAll({})
    const params = { id: ids.podcastId, episodeId: ids.episodeId }
    const { audioUrl, updatedAt } = await server.call(getEpisode, { params })
    await server.call(contract.unpublishPodcast, { params }, headers)
    const form = { Id: ids.episodeId, Name: 'Heard', Number: 1, AudioUrl: audioUrl, UpdatedAt: updatedAt }
    expect(await server.attempt(updateEpisode, { params, form }, headers)).toMatchObject({
      status: 409,
      codes: ['StaleRecord'],
    })
    await call('unpublish', ids)
  })
})

describe('an editor', () => {
  it.each(['audio-books', 'podcasts'])('sees all %s, by status', async (list) => {
    await makeAll({ Draft: 'true' })
    const scheduled = await makeAll({ Draft: 'true' })
    await call('publish', scheduled, { publishAt: inAnHour() })
    const shown = new Map<string, number>()
    for (const status of ['', 'Draft', 'Scheduled', 'Published']) {
      const query = status === '' ? '' : `&status=${status}`
      const paged = await server.app.inject({ url: `/api/edit/${list}/paged?pageSize=100${query}`, headers })
      const whole = await server.app.inject({ url: `/api/edit/${list}?${query}`, headers })
      expect(paged.headers['cache-control']).toBe('no-store')
      expect(whole.headers['cache-control']).toBe('no-store')
      const { items, totalCount } = paged.json<{ items: { status: string }[]; totalCount: number }>()
      expect(items).toEqual(whole.json())
      expect(totalCount).toBe(items.length)
      if (status !== '') expect(new Set(items.map((item) => item.status))).toEqual(new Set([status]))
      shown.set(status, totalCount)
    }
    const [all = 0, ...parts] = [...shown.values()]
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(all)
    for (const sortBy of ['id', 'name', 'createdAt', 'publishedAt', 'relevance']) {
      const url = `/api/edit/${list}/paged?pageSize=100&search=Unheard&sortBy=${sortBy}`
      const { items } = (await server.app.inject({ url, headers })).json<{ items: { name: string }[] }>()
      expect(items.length).toBeGreaterThan(2)
      expect(items.every(({ name }) => name === 'Unheard')).toBe(true)
    }
  })

  it('sees all episodes of a podcast, by status', async () => {
    const ids = await makeAll({ Draft: 'true' })
    await make(createEpisode, { Number: 2 }, { id: ids.podcastId })
    const url = `/api/edit/podcasts/${ids.podcastId}/episodes`
    const numbers = async (path: string) => {
      const answer = (await server.app.inject({ url: url + path, headers })).json<
        { number: number }[] | { items: { number: number }[] }
      >()
      return ('items' in answer ? answer.items : answer).map(({ number }) => number)
    }
    expect(await numbers('')).toEqual([1, 2])
    expect(await numbers('?status=Published')).toEqual([2])
    expect(await numbers('/paged?sortOrder=desc')).toEqual([2, 1])
    expect(await numbers('/paged?sortBy=publishedAt')).toEqual([2, 1])
    expect(await numbers('/paged?status=Draft')).toEqual([1])
    expect(await server.refusal(`/podcasts/${ids.podcastId}`)).toMatchObject({ status: 404 })
  })
})
