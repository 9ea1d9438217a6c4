import { removeDevice } from '@earmark/contract/devices.ts'
import { followPodcast, listFollows } from '@earmark/contract/follows.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { exportFollows, importSources, getSourceImport, type SourceImport } from '@earmark/contract/opml.ts'
import { addSource, checkSource } from '@earmark/contract/sources.ts'
import { pageEpisodes } from '@earmark/contract/episode-lists.ts'
import { getEpisodePosition } from '@earmark/contract/positions.ts'
import { addFeedToken } from '@earmark/contract/feed-tokens.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { parseRssFeed } from 'feedsmith'
import { expect, it, vi } from 'vitest'
import { DatabaseAwayError } from '../../db/engine/database-errors.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { rss } from '../../testing/made-up-feeds.ts'
import { feed, startInternet } from '../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../testing/people.ts'
import { connectApp } from '../../testing/podcast-app.ts'
import { makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { sourceImportJob } from '../opml/import-job.ts'
import { writeOpml } from '../opml/write-opml.ts'
import { waitingPlacesJob } from '../sources/writing/waiting-places.ts'
import { appSubscriptionJob } from './app-subscription-job.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const items = [{ title: 'Walk 1', publishedAt: Date.UTC(2025, 11, 2), seconds: 600 }]
internet.host('walks.example', { '/feed.xml': feed(rss({ items })) })
internet.host('talks.example', { '/feed.xml': feed(rss({ title: 'Talks', items })) })
const url = 'http://walks.example/feed.xml'
const subscriptions = '/api/2/subscriptions/{user}/phone.json'
const actions = '/api/2/episodes/{user}.json'

it('makes a podcast of what an editor’s app subscribes to, and takes over what the app has played of it', async () => {
  const editor = await makePerson(server, 'Editor')
  const [phone, tablet] = [await connectApp(server, editor), await connectApp(server, editor)]
  await phone.ask('POST', subscriptions, { add: [url] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  const [follow] = await server.call(listFollows, {}, editor.headers)
  const podcastId = follow?.podcast.id ?? 0
  expect(podcastId).toBeGreaterThan(0)
  const { origin_url: episode, guid_key: guid } = await server.deps.db.connection
    .selectFrom('source_items')
    .select(['origin_url', 'guid_key'])
    .executeTakeFirstOrThrow()
  const played = { podcast: url, episode, guid, action: 'play', position: 90, total: 600 }
  expect((await phone.ask('POST', actions, [played])).status).toBe(200)
  const page = await server.call(pageEpisodes, { params: { id: podcastId }, querystring: {} as never })
  const id = page.items[0]?.id ?? 0
  expect(await server.call(getEpisodePosition, { params: { id } }, editor.headers)).toMatchObject({
    positionSeconds: 90,
  })
  // The phone reads the feed there, the tablet the one here.
  expect((await phone.ask('GET', actions)).json.actions).toMatchObject([{ podcast: url, episode, guid }])
  const ours = `http://localhost:3000/feeds/podcasts/${podcastId}.xml`
  for (const one of [url, ours]) {
    const asked = await phone.ask('GET', `${actions}?podcast=${encodeURIComponent(one)}`)
    expect(asked.json.actions).toMatchObject([{ podcast: url, position: 90 }])
    const elsewhere = await tablet.ask('GET', `${actions}?podcast=${encodeURIComponent(one)}`)
    expect(elsewhere.json.actions).toMatchObject([{ podcast: ours, position: 90 }])
  }
  const told = (await tablet.ask('GET', actions)).json.actions
  expect(told).toMatchObject([{ podcast: ours, guid, position: 90 }])
  expect((told[0] as unknown as { episode: string }).episode).toMatch(/^http:\/\/localhost:3000\/relay\//)
  expect((await phone.ask('GET', subscriptions)).json.add).toEqual([url])
  expect((await tablet.ask('GET', subscriptions)).json.add).toEqual([ours])
})

it('hears of episodes with long addresses and guids, whatever else comes with them', async () => {
  const editor = await makePerson(server, 'Editor')
  const phone = await connectApp(server, editor)
  const podcast = 'http://signed.example/feed.xml'
  const episode = `http://signed.example/1.mp3?signature=${'s'.repeat(4000)}`
  const guid = 'g'.repeat(3000)
  const signed = [{ title: 'Signed', guid, url: episode, publishedAt: 1, seconds: 600 }]
  internet.host('signed.example', { '/feed.xml': feed(rss({ items: signed })) })
  const { podcastId } = await server.call(addSource, { body: { url: podcast } }, editor.headers)
  const played = { podcast, episode, guid, action: 'play', position: 90, total: 600 }
  const endless = { ...played, episode: `http://signed.example/${'e'.repeat(9000)}` }
  expect((await phone.ask('POST', actions, [endless, played])).status).toBe(200)
  const page = await server.call(pageEpisodes, { params: { id: podcastId }, querystring: {} as never })
  const params = { id: page.items[0]?.id ?? 0 }
  expect(await server.call(getEpisodePosition, { params }, editor.headers)).toMatchObject({
    positionSeconds: 90,
  })
})

it('finds the episodes of different feeds that have one guid by what the feed of a library calls them', async () => {
  const editor = await makePerson(server, 'Editor')
  const phone = await connectApp(server, editor)
  const ids: number[] = []
  // The last feed is of another Earmark, which counts its episodes as well.
  const foreign = () => `earmark-episode-${ids[0]}@other.example`
  for (const name of ['one', 'two', 'three', 'four']) {
    const guid = name === 'four' ? foreign() : 'g-1'
    const numbered = [{ title: `Number ${name}`, guid, publishedAt: 1, seconds: 600 }]
    internet.host(`${name}.example`, { '/feed.xml': feed(rss({ items: numbered })) })
    const body = { url: `http://${name}.example/feed.xml` }
    const { podcastId } = await server.call(addSource, { body }, editor.headers)
    const page = await server.call(pageEpisodes, { params: { id: podcastId }, querystring: {} as never })
    const podcastEpisodeId = page.items[0]?.id as number
    await server.call(addToLibrary, { body: { podcastId, podcastEpisodeId } }, editor.headers)
    ids.push(podcastEpisodeId)
  }
  const { token } = await server.call(addFeedToken, { body: { name: 'Phone' } }, editor.headers)
  const path = `/feeds/p/${token}/library.xml`
  const guids = ['g-1', ...ids.slice(1, 3).map((id) => `earmark-episode-${id}@localhost:3000`), foreign()]
  const told = parseRssFeed((await server.app.inject(path)).body).items ?? []
  expect(told.map(({ guid }) => guid?.value)).toEqual(guids.toReversed())
  const plays = told.map(({ guid, enclosures }, index) => ({
    podcast: `http://localhost:3000${path}`,
    episode: enclosures?.[0]?.url,
    guid: guid?.value,
    action: 'play',
    position: 30 + index,
    total: 600,
  }))
  expect((await phone.ask('POST', actions, plays)).status).toBe(200)
  for (const [index, id] of ids.toReversed().entries())
    expect(await server.call(getEpisodePosition, { params: { id } }, editor.headers)).toMatchObject({
      positionSeconds: 30 + index,
    })
})

it('finds the episode of a file whose address its feed has changed since', async () => {
  const editor = await makePerson(server, 'Editor')
  const phone = await connectApp(server, editor)
  const moving = 'http://moving.example/feed.xml'
  const former = 'http://old.example/100%25_1.mp3?a="b"\\'
  const [item] = items
  const at = (address: string) => feed(rss({ title: 'Moving', items: [{ ...item!, url: address }] }))
  internet.host('moving.example', { '/feed.xml': at('http://old.example/100%25_1.mp3') })
  await phone.ask('POST', subscriptions, { add: [moving] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  internet.host('moving.example', { '/feed.xml': at('http://new.example/1.mp3') })
  server.time.now += 2 * 24 * 3_600_000
  await server.deps.sourceChecks.runDue()
  const play = { podcast: moving, action: 'play', total: 600 }
  await phone.ask('POST', actions, [
    { ...play, episode: former, position: 20 },
    { ...play, episode: 'http://old.example/100xx_1.mp3', position: 40 },
    { ...play, episode: 'http://old.example/100%25_1.mp3', position: 60 },
  ])
  expect((await phone.ask('GET', actions)).json.actions).toMatchObject([
    { podcast: moving, episode: 'http://new.example/1.mp3', position: 60 },
  ])
})

it('finds an episode by our feed and its guid, where its file is not here any more', async () => {
  await using members = await startTestServer({ internet, environment: { ACCESS: 'members' } })
  const editor = await makePerson(members, 'Editor')
  const [phone, tablet] = [await connectApp(members, editor), await connectApp(members, editor)]
  const more = ['Walk 2', 'Walk 3'].map((title) => ({ title, seconds: 600 }))
  internet.host('kept.example', { '/feed.xml': feed(rss({ items: [...items, ...more] })) })
  const body = { url: 'http://kept.example/feed.xml' }
  const { podcastId } = await members.call(addSource, { body }, editor.headers)
  await members.call(followPodcast, { params: { id: podcastId }, body: null }, editor.headers)
  const [podcast = ''] = (await phone.ask('GET', subscriptions)).json.add
  const episode = new URL(`../media/${'a'.repeat(22)}.mp3`, podcast).href
  const played = { podcast, episode, action: 'play', position: 77, total: 600 }
  const another = podcast.replace(`/${podcastId}.xml`, '/999.xml')
  await phone.ask('POST', actions, [
    { ...played, guid: 'walk-2' },
    { ...played, guid: 'walk-3', podcast: another },
  ])
  expect((await tablet.ask('GET', actions)).json.actions).toMatchObject([{ guid: 'walk-2', position: 77 }])
})

it('takes over what was played before the podcast was there', async () => {
  const editor = await makePerson(server, 'Editor')
  const phone = await connectApp(server, editor)
  const other = 'http://talks.example/feed.xml'
  const early = {
    podcast: other,
    episode: 'http://talks.example/none.mp3',
    guid: 'walk-1',
    action: 'play',
    position: 50,
    total: 600,
  }
  await phone.ask('POST', actions, [early])
  const waiting = () =>
    server.deps.db.connection
      .selectFrom('foreign_actions')
      .where('user_id', '=', editor.account.id)
      .select('position_ms')
      .execute()
  expect(await waiting()).toEqual([{ position_ms: 50_000 }])
  await phone.ask('POST', subscriptions, { add: [other] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  expect(await waiting()).toEqual([])
  expect((await phone.ask('GET', actions)).json.actions).toMatchObject([{ guid: 'walk-1', position: 50 }])
})

it('takes over what a listener’s app has played before an editor adds the feed, and before an episode of it is here', async () => {
  const editor = await makePerson(server, 'Editor')
  const listener = await makePerson(server)
  const [phone, tablet] = [await connectApp(server, listener), await connectApp(server, listener)]
  const places = async () =>
    new Set((await tablet.ask('GET', actions)).json.actions.map(({ position }) => position))
  const play = (number: number, position: number) => ({
    podcast: 'https://www.soon.example/feed.xml/',
    episode: `http://soon.example/${number}.mp3`,
    guid: `soon-${number}`,
    action: 'play',
    position,
    total: 600,
  })
  const item = (number: number) => ({
    title: `Soon ${number}`,
    guid: `soon-${number}`,
    url: `http://soon.example/${number}.mp3`,
    publishedAt: Date.UTC(2026, 0, number),
    seconds: 600,
  })
  const serve = (...numbers: number[]) =>
    internet.host('soon.example', { '/feed.xml': feed(rss({ title: 'Soon', items: numbers.map(item) })) })
  const waiting = async () =>
    (
      await server.deps.db.connection
        .selectFrom('foreign_actions')
        .where('user_id', '=', listener.account.id)
        .orderBy('guid')
        .select(['guid', 'saved_at'])
        .execute()
    ).map(({ guid, saved_at }) => [guid, saved_at])
  const said = server.time.now
  await phone.ask('POST', actions, [play(1, 50), play(2, 60), play(3, 70)])
  serve(1)
  server.time.now += 60_000
  const { id } = await server.call(
    addSource,
    { body: { url: 'http://soon.example/feed.xml' } },
    editor.headers,
  )
  await server.deps.jobs.runDue(waitingPlacesJob)
  expect(await waiting()).toEqual([
    ['soon-2', said],
    ['soon-3', said],
  ])
  expect(await places()).toEqual(new Set([50]))
  serve(2, 1)
  await server.call(checkSource, { params: { id } }, editor.headers)
  await server.deps.sourceChecks.runDue()
  await server.deps.jobs.runDue(waitingPlacesJob)
  expect(await waiting()).toEqual([['soon-3', said]])
  expect(await places()).toEqual(new Set([50, 60]))
})

it('leaves what a listener’s app subscribes to the app’s own', async () => {
  const listener = await makePerson(server)
  const phone = await connectApp(server, listener)
  internet.host('own.example', { '/feed.xml': feed(rss({ items })) })
  const own = 'http://own.example/feed.xml'
  await phone.ask('POST', subscriptions, { add: [own, url] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  const follows = await server.call(listFollows, {}, listener.headers)
  expect(follows).toHaveLength(1)
  expect(new Set((await phone.ask('GET', subscriptions)).json.add)).toEqual(new Set([own, url]))
})

it.each<[form: string, ...Parameters<Awaited<ReturnType<typeof connectApp>>['ask']>]>([
  ['by its removal', 'POST', subscriptions, { remove: ['http://later.example/1'] }],
  ['by a list without it', 'PUT', '/subscriptions/{user}/phone.json', []],
])('ends a subscription of an app’s own that has become known, %s', async (_form, ...asked) => {
  internet.host('later.example', { '/1': feed(rss({ title: 'Later', items })) })
  const [listener, editor] = [await makePerson(server), await makePerson(server, 'Editor')]
  const phone = await connectApp(server, listener)
  await phone.ask('POST', subscriptions, { add: ['http://later.example/1'] })
  expect((await phone.ask('GET', subscriptions)).json.add).toEqual(['http://later.example/1'])
  const other = await connectApp(server, editor)
  await other.ask('POST', subscriptions, { add: ['http://later.example/1'] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  await phone.ask(...asked)
  expect((await phone.ask('GET', subscriptions)).json.add).toEqual([])
})

it('follows what a list names that has become known meanwhile', async () => {
  const [listener, editor] = [await makePerson(server), await makePerson(server, 'Editor')]
  const phone = await connectApp(server, listener)
  internet.host('listed.example', { '/1': feed(rss({ title: 'Listed', items })) })
  const listed = 'http://listed.example/1'
  await phone.ask('POST', subscriptions, { add: [listed] })
  const other = await connectApp(server, editor)
  await other.ask('POST', subscriptions, { add: [listed] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  await phone.ask('PUT', '/subscriptions/{user}/phone.json', [listed])
  expect(await server.call(listFollows, {}, listener.headers)).toMatchObject([
    { podcast: { name: 'Listed' } },
  ])
})

it('stays subscribed to a podcast whose other name an app leaves out', async () => {
  const [listener, editor] = [await makePerson(server), await makePerson(server, 'Editor')]
  const phone = await connectApp(server, listener)
  internet.host('twice.example', { '/1': feed(rss({ title: 'Twice', items })) })
  await phone.ask('POST', subscriptions, { add: ['http://twice.example/1'] })
  const other = await connectApp(server, editor)
  await other.ask('POST', subscriptions, { add: ['http://twice.example/1'] })
  await server.deps.jobs.runDue(appSubscriptionJob)
  const [
    {
      podcast: { id },
    } = { podcast: { id: 0 } },
  ] = await server.call(listFollows, {}, editor.headers)
  await server.call(followPodcast, { params: { id }, body: null }, listener.headers)
  const ours = `http://localhost:3000/feeds/podcasts/${id}.xml`
  expect((await phone.ask('GET', subscriptions)).json.add).toEqual([ours, 'http://twice.example/1'])
  await phone.ask('PUT', '/subscriptions/{user}/phone.json', [ours])
  expect(await server.call(listFollows, {}, listener.headers)).toHaveLength(1)
  expect((await phone.ask('GET', subscriptions)).json.add).toEqual([ours])
})

it('tries again to take over what was played, where the database was away', async () => {
  const editor = await makePerson(server, 'Editor')
  const phone = await connectApp(server, editor)
  internet.host('waiting.example', { '/1': feed(rss({ title: 'Waiting', items })) })
  const waiting = 'http://waiting.example/1'
  await phone.ask('POST', subscriptions, { add: [waiting] })
  const guid = 'walk-1'
  await phone.ask('POST', actions, [
    {
      podcast: waiting,
      episode: 'http://waiting.example/1.mp3',
      guid,
      action: 'play',
      position: 70,
      total: 600,
    },
  ])
  const { db } = server.deps
  const subscribed = db.connection
    .selectFrom('foreign_subscriptions')
    .where('url', '=', waiting)
    .select('url')
  const commit = db.groupCommit.bind(db)
  let failures = 0
  vi.spyOn(db, 'groupCommit').mockImplementation(async (work) => {
    const isTakingOver = (await subscribed.executeTakeFirst()) === undefined
    if (isTakingOver && failures++ === 0) throw new DatabaseAwayError('The database is away.')
    return await commit(work)
  })
  await server.deps.jobs.runDue(appSubscriptionJob)
  expect(failures).toBe(1)
  const waits = db.connection.selectFrom('foreign_actions').where('podcast', '=', waiting)
  expect(await waits.select('id').execute()).toHaveLength(1)
  server.time.now += 3_600_000
  await server.deps.jobs.runDue(appSubscriptionJob)
  expect(await waits.select('id').execute()).toEqual([])
})

it('ends the subscription to a feed that a listener has for themselves', async () => {
  await using home = await startTestServer({ internet, environment: { SOURCES: 'listeners' } })
  const listener = await makePerson(home)
  const phone = await connectApp(home, listener)
  await phone.ask('POST', subscriptions, { add: [url] })
  await home.deps.jobs.runDue(appSubscriptionJob)
  expect(await home.call(listFollows, {}, listener.headers)).toHaveLength(1)
  await phone.ask('POST', subscriptions, { remove: [url] })
  expect(await home.call(listFollows, {}, listener.headers)).toEqual([])
})

it('adds the feeds of a list', async () => {
  const editor = await makePerson(server, 'Editor')
  internet.host('list.example', { '/feed.xml': feed(rss({ title: 'List', items })) })
  const urls = ['http://list.example/feed.xml', url, 'http://list.example/none.xml']
  const file = new Blob([
    writeOpml(
      'List',
      urls.map((one) => ({ title: one, url: one })),
    ),
  ])
  const { body } = await server.attempt(importSources, { form: { File: file } }, editor.headers)
  const { id } = JSON.parse(body) as SourceImport
  await server.deps.jobs.runDue(sourceImportJob)
  const { items: states } = await server.call(getSourceImport, { params: { id } }, editor.headers)
  expect(states.map(({ state }) => state)).toEqual(['added', 'known', 'failed'])
  expect(states[2]?.error).toMatch(/\w+/)
})

it('exports the address of a feed elsewhere as it is', async () => {
  const editor = await makePerson(server, 'Editor')
  const phone = await connectApp(server, editor)
  await phone.ask('POST', subscriptions, { add: [url] })
  const { body } = await server.attempt(exportFollows, {}, editor.headers)
  expect(body).toContain(`xmlUrl="${url}"`)
})

it('tells private feeds on a server for members, which end with the app', async () => {
  await using members = await startTestServer({ environment: { ACCESS: 'members' } })
  const person = await makePerson(members)
  const id = await makePodcast(members, { name: 'Stars' })
  const episodeId = await makeEpisode(members, id, { number: 1, name: 'One', audio: soundOf(600) })
  await members.call(followPodcast, { params: { id }, body: null }, person.headers)
  const body = { positionSeconds: 90, baseVersion: 0 }
  await members.call(saveEpisodePosition, { params: { id: episodeId }, body }, person.headers)
  const phone = await connectApp(members, person)
  const [feedUrl = ''] = (await phone.ask('GET', subscriptions)).json.add
  expect(feedUrl).toMatch(/^http:\/\/localhost:3000\/feeds\/p\/[\w-]{22}\/podcasts\/\d+\.xml$/)
  expect((await phone.ask('GET', subscriptions)).json.add).toEqual([feedUrl])
  const { pathname } = new URL(feedUrl)
  expect((await members.app.inject(pathname)).statusCode).toBe(200)
  const [action] = (await phone.ask('GET', actions)).json.actions as unknown as {
    episode: string
    podcast: string
  }[]
  expect(action?.podcast).toBe(feedUrl)
  expect(action?.episode).toMatch(/^http:\/\/localhost:3000\/feeds\/p\/[\w-]{22}\/media\//)
  const exported = await members.attempt(exportFollows, {}, person.headers)
  expect(exported.body).toMatch(/xmlUrl="http:\/\/localhost:3000\/feeds\/p\/[\w-]{22}\//)
  await members.call(removeDevice, { params: { id: phone.deviceId } }, person.headers)
  expect((await members.app.inject(pathname)).statusCode).toBe(404)
})
