import { addBookmark } from '@earmark/contract/bookmarks.ts'
import { addDevice } from '@earmark/contract/devices.ts'
import { addFeedToken } from '@earmark/contract/feed-tokens.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { unpublishAudioBook, unpublishEpisode, unpublishPodcast } from '@earmark/contract/publishing.ts'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { apiAccess } from '../../src/http/guard/access.ts'
import { pages } from '../../src/http/web-app/pages.ts'
import { addSourceAtLast } from '../../src/testing/added-source.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { rss } from '../../src/testing/made-up-feeds.ts'
import { feed, startInternet } from '../../src/testing/made-up-internet/internet.ts'
import { makePerson, type Person } from '../../src/testing/people.ts'
import {
  makeAudioBook,
  makeCollection,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
  soundOf,
} from '../../src/testing/records.ts'
import { makeWebFolder, startTestServer, type TestServer } from '../../src/testing/server.ts'
import { isProof } from './operation-sinks.ts'

/**
 * Whoever asks gets what they would get on a server that nobody else asks, whatever is in its memory and whoever's entity
 * tags they send: every read of the API, every page, and what is beside them.
 */

const web = await forAllTests(makeWebFolder())
const internet = await forAllTests(startInternet())
const hiddenWord = 'Unheard'
const ownWord = 'Xylotomous'
internet.host('own.example', {
  '/feed': feed(rss({ title: ownWord, items: [{ title: ownWord, publishedAt: 1, seconds: 60 }] })),
})

/** What the parameters of a path stand for. */
interface Ids {
  readonly [folder: string]: number | string
}

interface Site {
  readonly server: TestServer
  readonly addresses: readonly string[]
  readonly viewers: ReadonlyMap<string, Record<string, string>>
}

async function openSite(access: 'public' | 'members'): Promise<Site> {
  const environment = { ACCESS: access, SOURCES: 'listeners', METRICS: 'true' }
  const server = await forAllTests(startTestServer({ environment, webFolder: web.path, internet }))
  const [ada, bea] = [await makePerson(server), await makePerson(server)]
  const [editor, admin] = [await makePerson(server, 'Editor'), await makePerson(server, 'Admin')]
  const creatorId = await makeCreator(server, { nickname: 'Known' })
  const shared: Ids = {
    creators: creatorId,
    series: await makeSeries(server, 'Known'),
    imports: 1,
    users: ada.account.id,
    genres: 'Known',
  }
  const open: Ids = { ...shared, ...(await makeRecords(server, 'Known', creatorId)) }
  const hidden: Ids = { ...shared, ...(await makeRecords(server, hiddenWord, creatorId)) }
  await hide(server, editor, hidden)
  const own = await addOwn(server, ada, open)
  const collection = await makeCollection(server, 'Known', [
    { audioBookId: Number(open['audio-books']) },
    { podcastId: Number(open['podcasts']) },
  ])
  const addresses = [open, hidden, own].flatMap((ids) => addressesOf({ collections: collection, ...ids }))
  const people = { ada, bea, editor, admin }
  const viewers = new Map<string, Record<string, string>>([['nobody', {}]])
  for (const [name, { headers }] of Object.entries(people)) viewers.set(name, headers)
  return { server, addresses: dealt([...new Set(addresses)]), viewers }
}

/** Half of them on each engine, but in the proof. */
function dealt(addresses: readonly string[]): readonly string[] {
  const half = process.env.EARMARK_TEST_ENGINE === 'postgres' ? 0 : 1
  return isProof ? addresses : addresses.filter((_, place) => place % 2 === half)
}

async function makeRecords(server: TestServer, name: string, creatorId: number): Promise<Ids> {
  const credited = { name, description: name, audio: soundOf(60) }
  const podcasts = await makePodcast(server, { name, voicerIds: [creatorId] })
  return {
    podcasts,
    'audio-books': await makeAudioBook(server, { ...credited, readerIds: [creatorId] }),
    episodes: await makeEpisode(server, podcasts, { ...credited, number: 1 }),
  }
}

async function hide(server: TestServer, { headers }: Person, ids: Ids): Promise<void> {
  const [id, episodeId] = [Number(ids['podcasts']), Number(ids['episodes'])]
  await server.call(unpublishAudioBook, { params: { id: Number(ids['audio-books']) } }, headers)
  await server.call(unpublishEpisode, { params: { id, episodeId } }, headers)
  await server.call(unpublishPodcast, { params: { id } }, headers)
}

/** A podcast that one listener has for herself, and something of hers in each list. */
async function addOwn(server: TestServer, { headers }: Person, open: Ids): Promise<Ids> {
  const url = 'http://own.example/feed'
  const { id: sources, podcastId: podcasts } = await addSourceAtLast(server, url, headers)
  const { episodes } = await server.call(getPodcast, { params: { id: podcasts } }, headers)
  const episodeId = episodes[0]?.id as number
  const audioBookId = Number(open['audio-books'])
  await server.call(addToLibrary, { body: { podcastId: podcasts, podcastEpisodeId: episodeId } }, headers)
  const mark = { audioBookId, clientId: crypto.randomUUID(), startSeconds: 1, note: ownWord }
  await server.call(addBookmark, { body: mark }, headers)
  await server.call(addFeedToken, { body: { name: ownWord } }, headers)
  const { id: devices } = await server.call(addDevice, { body: { name: ownWord } }, headers)
  return { ...open, podcasts, sources, devices, episodes: episodeId }
}

/** Those that make something new, or are not asked for by an address that lasts. */
const left = /\.opml$|\/docs|\/connect\//

function addressesOf(ids: Ids): string[] {
  const reads = Object.keys(apiAccess).flatMap((call) => {
    const [method, path = ''] = call.split(' ')
    return method === 'GET' && !left.test(path) ? [`/api${path}`] : []
  })
  const queries = ['', '?search=Unheard', '?search=Xylotomous&pageSize=50']
  const listed = reads.flatMap((path) =>
    path.includes(':') && !path.endsWith('/paged') ? [path] : queries.map((query) => path + query),
  )
  const shown = pages.map(({ url }) => url).filter((url) => !left.test(url))
  const beside = [
    '/feeds/podcasts/:id.xml',
    '/feeds/audio-books/:id.xml',
    '/feeds/chapters/:episodeId-1.json',
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/robots.txt',
  ]
  return [...listed, ...shown, ...beside].map((path) => fillIn(path, ids))
}

function fillIn(path: string, ids: Ids): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string, at: number) => {
    const folder = path.slice(0, at).split('/').at(-2) ?? ''
    const isEpisode = name === 'episodeId' || folder === 'episodes'
    return String(ids[isEpisode ? 'episodes' : folder] ?? 1)
  })
}

interface Told {
  readonly status: number
  readonly body: string
  readonly etag: string | undefined
}

async function ask(app: FastifyInstance, url: string, headers: Record<string, string>): Promise<Told> {
  const { statusCode, body, headers: told } = await app.inject({ url, headers })
  return { status: statusCode, body: body.replaceAll(/nonce="[^"]*"/g, ''), etag: told.etag }
}

/** As each would be told by a server that is theirs alone. */
async function askAlone({ server, addresses, viewers }: Site): Promise<Map<string, Told>> {
  const told = new Map<string, Told>()
  for (const [viewer, headers] of viewers) {
    const app = await buildApp(server.deps, { webFolder: web.path })
    for (const url of addresses) told.set(`${viewer} ${url}`, await ask(app, url, headers))
    await app.close()
  }
  return told
}

const rounds = isProof ? 5 : 1
const orderOf = (text: string) => createHash('sha1').update(text).digest('hex')

describe.each([
  ['an open server', await openSite('public')],
  ['a server for members', await openSite('members')],
])('on %s', async (_which, site) => {
  const alone = await askAlone(site)

  it('everybody gets their own bytes, in whatever order all ask', { timeout: 600_000 }, async () => {
    const wrong: unknown[] = []
    for (let round = 0; round < rounds; round += 1) {
      const asked = [...alone.keys()].toSorted((one, other) =>
        orderOf(`${round} ${one}`) < orderOf(`${round} ${other}`) ? -1 : 1,
      )
      for (const key of asked) wrong.push(...(await judge(key)))
    }
    expect(wrong).toEqual([])
    expect([...alone.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(200)
  })

  /** Asked twice, the second time with the tag of everybody else's answer. */
  async function judge(key: string): Promise<unknown[]> {
    const [viewer = '', url = ''] = key.split(/ (.*)/s)
    const own = alone.get(key) as Told
    const headers = site.viewers.get(viewer) as Record<string, string>
    const others = [...site.viewers.keys()].flatMap((other) => alone.get(`${other} ${url}`)?.etag ?? [])
    const foreign = [...new Set(others)].filter((etag) => etag !== own.etag)
    const answers = [await ask(site.server.app, url, headers)]
    if (foreign.length > 0)
      answers.push(await ask(site.server.app, url, { ...headers, 'if-none-match': foreign.join(', ') }))
    return answers
      .filter(({ status, body }) => status !== own.status || body !== own.body)
      .map((told) => [key, told])
  }

  it('nobody reads what is hidden but editors, and what is one’s own but she herself', () => {
    const readBy = (word: string) =>
      new Set(
        [...alone].flatMap(([key, { body }]) => {
          const [viewer = '', url = ''] = key.split(' ')
          return body.includes(word) && !url.includes(`search=${word}`) ? [viewer] : []
        }),
      )
    expect(readBy(hiddenWord)).toEqual(new Set(['editor', 'admin']))
    expect(readBy(ownWord)).toContain('ada')
    expect([...readBy(ownWord)].filter((viewer) => viewer === 'nobody' || viewer === 'bea')).toEqual([])
  })
})
