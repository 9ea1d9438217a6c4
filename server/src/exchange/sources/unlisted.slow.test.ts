import { deleteAccount } from '@earmark/contract/auth.ts'
import { addBookmark, pageBookmarks } from '@earmark/contract/bookmarks.ts'
import { getEpisodeChapters } from '@earmark/contract/chapters.ts'
import { getEditedPodcast } from '@earmark/contract/edited-records.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import * as lists from '@earmark/contract/episode-lists.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { addFeedToken, removeFeedToken, listFeedTokens } from '@earmark/contract/feed-tokens.ts'
import { followPodcast, listFollows, unfollowPodcast } from '@earmark/contract/follows.ts'
import { addToLibrary, listLibrary } from '@earmark/contract/library.ts'
import { exportFollows, getSourceImport, importSources } from '@earmark/contract/opml.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { pagePositions } from '@earmark/contract/positions.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { publishPodcast, unpublishPodcast } from '@earmark/contract/publishing.ts'
import { getQueue, saveQueue } from '@earmark/contract/queues.ts'
import { listShelves } from '@earmark/contract/shelves.ts'
import * as contract from '@earmark/contract/sources.ts'
import { parseRssFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { type MadeUpItem, rss } from '../../testing/made-up-feeds.ts'
import { feed, redirects, startInternet } from '../../testing/made-up-internet/internet.ts'
import { connectApp } from '../../testing/podcast-app.ts'
import { makePerson, password, type Person, signInAs } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { setFeedUrl } from '../move-in/apply/moved-records.queries.ts'
import { appSubscriptionJob } from '../gpodder/app-subscription-job.ts'
import { sourceImportJob } from '../opml/import-job.ts'
import { goneEpisodesJob } from './keep/gone-episodes.ts'

/** What listeners add for themselves, with `SOURCES=listeners` (0067). What everybody reads of it: `drafts.slow.test.ts`. */

const internet = await forAllTests(startInternet())
const environment = { SOURCES: 'listeners' }
const server = await forAllTests(startTestServer({ internet, environment }))
const limited = await forAllTests(
  startTestServer({ internet, environment: { ...environment, RATE_LIMITS: 'true' } }),
)
const day = 24 * 3600 * 1000
const subscriptions = '/api/2/subscriptions/{user}/phone.json'
const first = Date.UTC(2025, 11, 1)
const transcript = '<podcast:chapters url="http://nowhere.example/c.json" type="application/json+chapters"/>'

function walks(...numbers: number[]): MadeUpItem[] {
  return numbers.map((number) => ({
    title: `Walk ${number}`,
    publishedAt: first + number * day,
    seconds: 600,
    more: `<psc:chapters><psc:chapter start="0" title="Out"/><psc:chapter start="60" title="Back"/></psc:chapters>${transcript}`,
  }))
}

let hosts = 0
function newFeed(items = walks(2, 1)) {
  hosts += 1
  const host = `own${hosts}.example`
  const more = '<itunes:author>Mara Own</itunes:author><link>https://own.example/</link>'
  const set = (those: readonly MadeUpItem[]) =>
    internet.host(host, { '/feed': feed(rss({ more, items: those })) })
  set(items)
  return { url: `http://${host}/feed`, set }
}

async function add({ headers }: Person, url: string) {
  return await server.call(contract.addSource, { body: { url } }, headers)
}

async function addOwn() {
  const own = newFeed()
  const [listener, stranger, editor] = [
    await makePerson(server),
    await makePerson(server),
    await makePerson(server, 'Editor'),
  ]
  const source = await add(listener, own.url)
  const { episodes } = await server.call(getPodcast, { params: { id: source.podcastId } }, listener.headers)
  const episodeId = episodes[0]?.id ?? 0
  return { ...own, listener, stranger, editor, source, podcastId: source.podcastId, episodeId, episodes }
}
type Own = Awaited<ReturnType<typeof addOwn>>

const reads: readonly (readonly [string, Endpoint, (own: Own) => object])[] = [
  ['its record', getPodcast, ({ podcastId: id }) => ({ id })],
  ['its overview', lists.getPodcastOverview, ({ podcastId: id }) => ({ id })],
  ['its episodes', lists.pageEpisodes, ({ podcastId: id }) => ({ id })],
  ['the ids of its episodes', lists.listEpisodeIds, ({ podcastId: id }) => ({ id })],
  ['an episode', getEpisode, ({ podcastId: id, episodeId }) => ({ id, episodeId })],
  [
    'the overview of an episode',
    lists.getEpisodeOverview,
    ({ podcastId: id, episodeId }) => ({ id, episodeId }),
  ],
  ['chapters', getEpisodeChapters, ({ podcastId: id, episodeId }) => ({ id, episodeId })],
]

describe('a podcast that a listener has added', () => {
  test.each(reads)(
    'shows %s to whoever follows it, and to nobody else',
    async (_what, endpoint, paramsOf) => {
      const own = await addOwn()
      const params = paramsOf(own)
      const ask = (person: Person | null) =>
        server.attempt(endpoint, { params: { ...params } }, person ? person.headers : {})
      for (const turn of ['cold', 'asked before']) {
        const answer = await ask(own.listener)
        expect([turn, answer.status]).toEqual([turn, 200])
        expect(answer.headers['cache-control']).toBe('no-store')
        expect(answer.headers['etag']).toBeUndefined()
        expect((await ask(null)).status).toBe(404)
        expect((await ask(own.stranger)).status).toBe(404)
        expect((await ask(own.editor)).status).toBe(404)
      }
      const { headers } = own.listener
      await server.call(unfollowPodcast, { params: { id: own.podcastId } }, headers)
      expect((await ask(own.listener)).status).toBe(404)
    },
  )

  test('is the listener’s in their library, queue, places, bookmarks, shelves and lists of apps', async () => {
    const { listener, podcastId, episodeId, url, set } = await addOwn()
    const { headers } = listener
    const item = { podcastId, podcastEpisodeId: episodeId }
    const body = { positionSeconds: 5, baseVersion: 0 }
    await server.call(saveEpisodePosition, { params: { id: episodeId }, body }, headers)
    await server.call(addToLibrary, { body: item }, headers)
    await server.call(addBookmark, { body: { ...item, startSeconds: 3 } }, headers)
    await server.call(saveQueue, { body: { items: [item], currentIndex: 0, baseVersion: 0 } }, headers)
    set(walks(3, 2, 1))
    server.time.now += 2 * day
    await server.deps.sourceChecks.runDue()
    const later = (await signInAs(server, listener.account)).headers
    const follows = await server.call(listFollows, {}, later)
    const source = { homepage: 'https://own.example/', state: 'active', isListed: false }
    expect(follows).toMatchObject([{ podcast: { id: podcastId, name: 'Walks', source }, newCount: 1 }])
    const library = await server.call(listLibrary, {}, later)
    expect(library.map(({ podcastEpisode }) => podcastEpisode?.name)).toContain('Walk 1')
    expect(await server.call(pagePositions, { querystring: {} as never }, later)).toMatchObject({
      totalCount: 1,
    })
    expect(await server.call(pageBookmarks, { querystring: {} as never }, later)).toMatchObject({
      totalCount: 1,
    })
    expect(await server.call(getQueue, { querystring: {} }, later)).toMatchObject({
      items: [{ podcastEpisodeId: episodeId }],
    })
    const shelves = await server.call(listShelves, {}, later)
    expect(shelves.find(({ kind }) => kind === 'NewEpisodes')?.items).toHaveLength(1)
    expect((await server.attempt(exportFollows, {}, later)).body).toContain(url)
  })

  test('is in a list for other apps by a private feed where its own address holds a token', async () => {
    const { listener, podcastId, source } = await addOwn()
    const url = 'https://own.example/6d6b0f869d1c4f0c8f3e2a6f2b6a9a01'
    await server.deps.db.connection.updateTable('sources').set({ url }).where('id', '=', source.id).execute()
    const { body } = await server.attempt(exportFollows, {}, listener.headers)
    const path = /\/feeds\/p\/[\w-]+\/podcasts\/\d+\.xml/.exec(String(body))?.[0] ?? ''
    expect(path).toContain(`/podcasts/${podcastId}.xml`)
    expect((await server.app.inject(path)).statusCode).toBe(200)
  })

  test('is told to the listener’s apps by private feeds, until the app or its token is removed', async () => {
    const { listener, podcastId, episodeId, url } = await addOwn()
    const [phone, tablet] = [await connectApp(server, listener), await connectApp(server, listener)]
    const told = async () => (await phone.ask('GET', subscriptions)).json.add
    const simple = '/subscriptions/{user}/phone.json'
    const [address = ''] = (await phone.ask('GET', simple)).json as unknown as string[]
    expect(await told()).toEqual([address])
    expect(address).toMatch(
      new RegExp(`^http://localhost:3000/feeds/p/[\\w-]{22}/podcasts/${podcastId}\\.xml$`),
    )
    const { pathname } = new URL(address)
    expect((await server.app.inject(pathname)).statusCode).toBe(200)
    const body = { positionSeconds: 5, baseVersion: 0 }
    await server.call(saveEpisodePosition, { params: { id: episodeId }, body }, listener.headers)
    const [{ podcast, episode } = { podcast: '', episode: '' }] = (
      await phone.ask('GET', '/api/2/episodes/{user}.json')
    ).json.actions as unknown as { podcast: string; episode: string }[]
    expect(podcast).toBe(address)
    expect((await server.app.inject(pathname)).body).toContain(`url="${episode}"`)

    // An app that brings the feed's own address is told what it is called here.
    const { json } = await tablet.ask('POST', subscriptions, { add: [url] })
    const [[sent, ours = ''] = []] = json.update_urls
    expect(sent).toBe(url)
    expect(ours).not.toBe(address)
    expect((await server.app.inject(new URL(ours).pathname)).statusCode).toBe(200)

    const tokens = await server.call(listFeedTokens, {}, listener.headers)
    expect(tokens).toHaveLength(2)
    for (const { id } of tokens) await server.call(removeFeedToken, { params: { id } }, listener.headers)
    expect(await told()).toEqual([address])
    expect((await tablet.ask('GET', subscriptions)).json.add).toEqual([url])
    for (const each of [pathname, new URL(ours).pathname])
      expect((await server.app.inject(each)).statusCode).toBe(404)
  })

  test('is told anew to an app that has its address of feeds for everybody', async () => {
    const { listener, podcastId } = await addOwn()
    const phone = await connectApp(server, listener)
    await server.deps.db.connection
      .insertInto('device_subscriptions')
      .values({
        device_id: phone.deviceId,
        subscription: `podcast/${podcastId}`,
        url: `http://localhost:3000/feeds/podcasts/${podcastId}.xml`,
        told_at: 1,
      })
      .execute()
    const [address = ''] = (await phone.ask('GET', subscriptions)).json.add
    const { pathname } = new URL(address)
    expect((await server.app.inject(pathname)).statusCode).toBe(200)

    // The listener deletes the one in the app that is not found.
    await phone.ask('POST', subscriptions, {
      remove: [`http://localhost:3000/feeds/podcasts/${podcastId}.xml`],
    })
    expect(await server.call(listFollows, {}, listener.headers)).toHaveLength(1)
    expect((await server.app.inject(pathname)).statusCode).toBe(200)
    expect((await phone.ask('GET', subscriptions)).json.add).toEqual([address])
  })

  test('is told by the simple lists as the app knows it', async () => {
    const listener = await makePerson(server)
    const { url } = newFeed()
    const phone = await connectApp(server, listener)
    await phone.ask('POST', subscriptions, { add: [url] })
    await server.deps.jobs.runDue(appSubscriptionJob)
    expect(await server.call(listFollows, {}, listener.headers)).toHaveLength(1)
    const simple = async () =>
      (await phone.ask('GET', '/subscriptions/{user}/phone.json')).json as unknown as string[]
    expect(await simple()).toEqual([url])
    await phone.ask('PUT', '/subscriptions/{user}/phone.json', await simple())
    expect(await simple()).toEqual([url])
    expect(await server.call(listFeedTokens, {}, listener.headers)).toEqual([])
  })

  test('is told anew after the server’s secret has changed, by a feed that is there', async () => {
    const { listener } = await addOwn()
    const phone = await connectApp(server, listener)
    const told = async () => (await phone.ask('GET', subscriptions)).json.add
    await told()
    await server.deps.db.connection
      .updateTable('devices')
      .set({ feed_token_hash: 'of another secret' })
      .where('id', '=', phone.deviceId)
      .execute()
    await server.deps.db.connection
      .deleteFrom('feed_tokens')
      .where('user_id', '=', listener.account.id)
      .execute()
    await add(listener, newFeed().url)
    const [, address = ''] = await told()
    expect((await server.app.inject(new URL(address).pathname)).statusCode).toBe(200)
  })

  test('is nobody else’s to take, by whatever address', async () => {
    const { stranger, podcastId, episodeId } = await addOwn()
    const { headers } = stranger
    const item = { podcastId, podcastEpisodeId: episodeId }
    const position = { positionSeconds: 5, baseVersion: 0 }
    const attempts = [
      server.attempt(followPodcast, { params: { id: podcastId } }, headers),
      server.attempt(saveEpisodePosition, { params: { id: episodeId }, body: position }, headers),
      server.attempt(addToLibrary, { body: item }, headers),
      server.attempt(addBookmark, { body: { ...item, startSeconds: 3 } }, headers),
    ]
    for (const { status } of await Promise.all(attempts)) expect([400, 404]).toContain(status)
    await server.call(saveQueue, { body: { items: [item], currentIndex: 0, baseVersion: 0 } }, headers)
    expect(await server.call(getQueue, { querystring: {} }, headers)).toMatchObject({ items: [] })
    expect(await server.call(listFollows, {}, headers)).toEqual([])
  })

  test('is in the private feeds of whoever follows it, and in nobody else’s', async () => {
    const { listener, stranger, podcastId, episodeId } = await addOwn()
    const feedOf = async ({ headers }: Person) => {
      const { token } = await server.call(addFeedToken, { body: { name: 'Phone' } }, headers)
      return await server.app.inject(`/feeds/p/${token}/podcasts/${podcastId}.xml`)
    }
    const { items = [] } = parseRssFeed((await feedOf(listener)).body)
    expect(items.map(({ title }) => title)).toEqual(['Walk 2', 'Walk 1'])
    expect((await feedOf(stranger)).statusCode).toBe(404)
    expect((await server.app.inject(`/feeds/podcasts/${podcastId}.xml`)).statusCode).toBe(404)
    const chapters = new URL(items[1]?.podcast?.chapters?.url ?? '').pathname
    expect((await server.app.inject(chapters)).json()).toMatchObject({ chapters: [{ title: 'Out' }, {}] })
    const openly = `/feeds/chapters/${episodeId}-1.json`
    expect((await server.app.inject(openly)).statusCode).toBe(404)
  })

  test('makes nobody a creator of the catalogue before it is listed', async () => {
    await addOwn()
    const named = server.deps.db.connection.selectFrom('creators').where('nickname', '=', 'Mara Own')
    expect(await named.select('id').execute()).toEqual([])
  })

  test('is the same for another listener who knows the address of its feed', async () => {
    const { stranger, source, podcastId, url } = await addOwn()
    expect(await server.attempt(contract.addSource, { body: { url } }, stranger.headers)).toMatchObject({
      status: 200,
    })
    expect(await server.call(getPodcast, { params: { id: podcastId } }, stranger.headers)).toMatchObject({
      name: 'Walks',
    })
    const own = { params: { id: source.id } }
    expect((await server.attempt(contract.getSource, own, stranger.headers)).status).toBe(404)
    expect(await server.call(contract.listSources, {}, stranger.headers)).toEqual([])
  })

  test('stays as it is where an editor adds its feed: what a listener has made of an address nobody has looked at', async () => {
    const { editor, podcastId, url } = await addOwn()
    expect(await server.attempt(contract.addSource, { body: { url } }, editor.headers)).toMatchObject({
      status: 200,
    })
    expect((await server.attempt(getPodcast, { params: { id: podcastId } })).status).toBe(404)
    expect(await server.call(getPodcast, { params: { id: podcastId } }, editor.headers)).toMatchObject({
      source: { isListed: false },
    })
  })

  test('is everybody’s once an editor publishes it', async () => {
    const { editor, listener, source, podcastId, url } = await addOwn()
    const params = { id: podcastId }
    expect(await server.call(getEditedPodcast, { params }, editor.headers)).toMatchObject({
      status: 'Draft',
      isUnlisted: true,
    })
    await server.call(publishPodcast, { params, body: {} }, editor.headers)
    expect(await server.call(getPodcast, { params })).toMatchObject({ name: 'Walks', episodesCount: 2 })
    expect(await server.call(getEditedPodcast, { params }, editor.headers)).toMatchObject({
      status: 'Published',
      isUnlisted: false,
    })
    const own = { id: source.id }
    const body = {
      ...own,
      url: 'http://another.example/feed',
      keep: 'all' as const,
      state: 'active' as const,
    }
    const calls = [
      server.attempt(contract.getSource, { params: own }, listener.headers),
      server.attempt(contract.updateSource, { params: own, body }, listener.headers),
      server.attempt(contract.checkSource, { params: own }, listener.headers),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    expect(await server.call(contract.listSources, {}, listener.headers)).toEqual([])
    await server.call(unpublishPodcast, { params }, editor.headers)
    expect((await server.attempt(getPodcast, { params }, listener.headers)).status).toBe(404)
    const again = { body: { url } }
    const refused = await server.attempt(contract.addSource, again, listener.headers)
    expect(refused).toMatchObject({ status: 422, codes: ['FeedUnavailable'] })
  })

  test('goes with the account that added it, unless others follow it', async () => {
    const [alone, shared] = [await addOwn(), await addOwn()]
    await add(shared.stranger, shared.url)
    for (const { listener } of [alone, shared]) {
      await server.call(deleteAccount, { body: { password } }, listener.headers)
    }
    // The first run is a day after the job was made.
    await server.deps.jobs.runDue(goneEpisodesJob)
    server.time.now += 2 * day
    await server.deps.jobs.runDue(goneEpisodesJob)
    const podcasts = server.deps.db.connection.selectFrom('podcasts').select('id')
    const ids = (await podcasts.execute()).map(({ id }) => id)
    expect(ids).not.toContain(alone.podcastId)
    expect(ids).toContain(shared.podcastId)
  })
})

describe('a listener', () => {
  test.each([
    ['an address with a password', 'http://mara:secret@own.example/feed', 400, 'InvalidUrl'],
    ['another port', 'http://own.example:8080/feed', 422, 'FeedUnavailable'],
    ['an address of the own network', 'http://127.0.0.1/feed', 422, 'FeedUnavailable'],
    ['a host that is not there', 'http://nobody.example/feed', 422, 'FeedUnavailable'],
  ])('may not add %s, and is told no more than that', async (_what, url, status, code) => {
    const { headers } = await makePerson(server)
    const answer = await server.attempt(contract.addSource, { body: { url } }, headers)
    expect(answer).toMatchObject({ status, codes: [code] })
    if (status === 422) expect(answer.errors[0]?.description).toBe('The feed could not be read.')
  })

  test('adds twenty a minute, an editor as many as they like', async () => {
    const [listener, editor] = [await makePerson(limited), await makePerson(limited, 'Editor')]
    const { url } = newFeed()
    const statusOf = async ({ headers }: Person) =>
      (await limited.attempt(contract.addSource, { body: { url } }, headers)).status
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) statuses.push(await statusOf(listener))
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 200), 429])
    for (let count = 0; count < 22; count += 1) expect(await statusOf(editor)).toBe(200)
  })

  test('brings a list of subscriptions in, each of them for themselves', async () => {
    const { headers } = await makePerson(server)
    const { url } = newFeed()
    const form = new FormData()
    const text = `<opml version="2.0"><body><outline type="rss" xmlUrl="${url}"/></body></opml>`
    form.append('File', new File([text], 'feeds.opml'))
    const { id } = await server.call(importSources, { form } as never, headers)
    await server.deps.jobs.runDue(sourceImportJob)
    const { items } = await server.call(getSourceImport, { params: { id } }, headers)
    expect(items).toMatchObject([{ url, state: 'added' }])
    const podcastId = items[0]?.podcastId ?? 0
    expect((await server.attempt(getPodcast, { params: { id: podcastId } })).status).toBe(404)
    expect(await server.call(getPodcast, { params: { id: podcastId } }, headers)).toMatchObject({
      name: 'Walks',
    })
  })

  test.each([
    ['its own address, which becomes nobody’s source', 'own', true],
    ['an address that leads there today', 'another', false],
    ['its own address while it is a draft', 'draft', false],
  ])('tells of a podcast of the catalogue %s', async (_what, how, isSame) => {
    const editor = await makePerson(server, 'Editor')
    const { headers } = await makePerson(server)
    const { url } = newFeed()
    const form = { Name: 'Walks, brought', ...(how === 'draft' && { Draft: 'true' as const }) }
    const { id } = await server.call(createPodcast, { form }, editor.headers)
    await setFeedUrl(server.deps.db.connection, id, url)
    const leading = url.replace('own', 'leading')
    internet.host(new URL(leading).hostname, { '/feed': redirects(url, 301) })
    const body = { url: how === 'another' ? leading : url, keep: 'all' as const }
    const { status, body: text } = await server.attempt(contract.addSource, { body }, headers)
    const added = JSON.parse(text) as { podcastId: number; keep: string }
    expect([status, added.podcastId === id]).toEqual(isSame ? [200, true] : [201, false])
    expect(added.keep).toBe(isSame ? 'none' : 'all')
    expect(await server.call(contract.listSources, {}, headers)).toHaveLength(isSame ? 0 : 1)
    const written = server.deps.db.connection.selectFrom('episodes').where('podcast_id', '=', id)
    expect(await written.select('id').execute()).toHaveLength(isSame ? 2 : 0)
  })

  test('has their own sources alone: pauses and checks them, and reads no reasons', async () => {
    const { listener, source, set } = await addOwn()
    const other = await addOwn()
    const { headers } = listener
    set([])
    expect((await server.call(contract.listSources, {}, headers)).map(({ id }) => id)).toEqual([source.id])
    expect(await server.call(contract.pageSources, { querystring: {} as never }, headers)).toMatchObject({
      totalCount: 1,
    })
    const params = { id: source.id }
    const body = { id: source.id, url: source.url, keep: 'none' as const, state: 'paused' as const }
    expect(await server.call(contract.updateSource, { params, body }, headers)).toMatchObject({
      state: 'paused',
    })
    const check = await server.attempt(contract.checkSource, { params }, headers)
    expect(check).toMatchObject({ status: 202, body: '' })
    expect((await server.attempt(contract.deleteSource, { params }, headers)).status).toBe(403)
    const theirs = { id: other.source.id }
    const calls = [
      server.attempt(contract.getSource, { params: theirs }, headers),
      server.attempt(contract.updateSource, { params: theirs, body: { ...body, ...theirs } }, headers),
      server.attempt(contract.checkSource, { params: theirs }, headers),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    await server.deps.db.connection
      .updateTable('sources')
      .set({ last_error: 'This address is in a network that is not public.' })
      .execute()
    const { lastError } = await server.call(contract.getSource, { params }, headers)
    expect(lastError).toBe('The feed could not be read.')
  })
})
