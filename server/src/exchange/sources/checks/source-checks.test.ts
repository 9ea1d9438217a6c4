import { randomUUID } from 'node:crypto'
import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { type MadeUpItem, rss } from '../../../testing/made-up-feeds.ts'
import {
  answers,
  busy,
  feed,
  gone,
  loginPage,
  redirects,
  type Site,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { signedInAlways } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { leaseMs } from '../source/source-deps.ts'
import { leaseDueSources } from '../source/sources.queries.ts'
import { createSourceChecks } from './source-checks.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 11, 1)

function walks(...numbers: number[]): MadeUpItem[] {
  return numbers.map((number) => ({
    title: `Walk ${number}`,
    publishedAt: first + number * day,
    bytes: number,
  }))
}

const headers = signedInAlways(server, 'Editor')

let hosts = 0
async function newSource(items: readonly MadeUpItem[]) {
  hosts += 1
  const host = `checked${hosts}.example`
  internet.host(host, { '/feed': feed(rss({ items })) })
  const { id, podcastId } = await server.call(
    contract.addSource,
    { body: { url: `http://${host}/feed` } },
    await headers(),
  )
  return {
    id,
    host,
    now: (site: Site) => internet.host(host, site),
    asked: () => internet.requestsOf(host).length,
    save: async (change: Partial<EndpointInput<typeof contract.updateSource>['body']>) => {
      const body = { id, url: `http://${host}/feed`, keep: 'none', state: 'active', ...change } as const
      return await server.call(contract.updateSource, { params: { id }, body }, await headers())
    },
    read: async () => await server.call(contract.getSource, { params: { id } }, await headers()),
    told: async () => (await server.call(getPodcast, { params: { id: podcastId } })).source,
    episodes: async () => {
      const podcast = await server.call(getPodcast, { params: { id: podcastId } })
      return podcast.episodes.map(({ number, name }) => `${number} ${name}`)
    },
  }
}

async function pass(milliseconds: number): Promise<void> {
  server.time.now += milliseconds
  await server.deps.sourceChecks.runDue()
}

describe('a check', () => {
  test('brings what is new, numbered by the next free number, and nothing twice', async () => {
    const source = await newSource(walks(2, 1))
    source.now({ '/feed': feed(rss({ items: walks(4, 3, 2, 1) })) })
    await pass(2 * day)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2', '3 Walk 3', '4 Walk 4'])
    expect(await source.read()).toMatchObject({ episodesCount: 4, failures: 0, lastError: null })
    await pass(2 * day)
    expect(await source.episodes()).toHaveLength(4)
  })

  test('of a feed that is as it was comes no sooner than the feed has said', async () => {
    const source = await newSource(walks(1))
    const ofTwoDays = rss({ more: '<ttl>2880</ttl>', items: walks(2, 1) })
    source.now({ '/feed': feed(ofTwoDays) })
    await pass(2 * day)
    const waits = async () => Date.parse((await source.read()).nextAt ?? '') - server.time.now
    expect(await waits()).toBe(2 * day)
    await pass(2 * day)
    expect(internet.requestsOf(source.host).at(-1)?.headers).toHaveProperty('if-none-match')
    expect(await waits()).toBe(2 * day)
    source.now({ '/feed': feed(rss({ items: walks(2, 1) })) })
    await pass(2 * day)
    expect(await waits()).toBeLessThan(2 * day)
  })

  test('takes what a proxy passes on as not the origin’s own', async () => {
    const source = await newSource(walks(1))
    source.now({ '/feed': answers(203, rss({ items: walks(2, 1) })) })
    await pass(2 * day)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
    expect(await source.read()).toMatchObject({ failures: 0, lastError: null })
  })

  test('of a feed that is as it was says what it has, and changes its time alone', async () => {
    const source = await newSource(walks(1))
    const before = await source.read()
    await pass(2 * day)
    const after = await source.read()
    expect(internet.requestsOf(source.host).at(-1)?.headers).toHaveProperty('if-none-match')
    expect(after.changedAt).toBe(before.changedAt)
    expect(after.checkedAt).toBe(new Date(server.time.now).toISOString())
    expect(Date.parse(after.nextAt ?? '')).toBeGreaterThan(server.time.now)
  })

  test('that meets a login page keeps all, and is failing after three days', async () => {
    const source = await newSource(walks(2, 1))
    source.now({ '/feed': loginPage })
    await pass(2 * day)
    expect(await source.read()).toMatchObject({
      state: 'active',
      failures: 1,
      lastError: expect.any(String) as string,
    })
    expect(await source.told()).toEqual({ homepage: null, state: 'active', isListed: true })
    for (let count = 0; count < 4; count += 1) await pass(day + day / 4)
    expect(await source.told()).toMatchObject({ state: 'failing' })
    expect(await source.read()).toMatchObject({ state: 'failing', episodesCount: 2 })
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
    source.now({ '/feed': feed(rss({ items: walks(3, 2, 1) })) })
    expect(await source.save({ state: 'active' })).toMatchObject({ state: 'failing' })
    await pass(0)
    expect(await source.read()).toMatchObject({
      state: 'active',
      failures: 0,
      episodesCount: 3,
      lastError: null,
    })
    expect(await source.told()).toMatchObject({ state: 'active' })
  })

  test.for<
    [what: string, change: Parameters<Awaited<ReturnType<typeof newSource>>['save']>[0], kept: object]
  >([
    ['a pause', { state: 'paused' }, { state: 'paused', nextAt: null }],
    ['another address', { url: 'http://another.example/feed' }, { url: 'http://another.example/feed' }],
    ['what is not the feed’s any more', { detached: ['name'] }, { detached: ['name'] }],
  ])('takes back nothing of what an editor saves while the feed is read: %s', async ([, change, kept]) => {
    const source = await newSource(walks(1))
    const answer = feed(rss({ title: 'Renamed', items: walks(2, 1) }))
    const saves: Promise<unknown>[] = []
    source.now({
      '/feed': (asked, response) => {
        if (saves.length === 0) saves.push(source.save(change))
        void Promise.allSettled(saves).then(() => answer(asked, response))
      },
    })
    server.time.now += 2 * day
    await server.deps.sourceChecks.runDue()
    expect(saves).toHaveLength(1)
    await Promise.all(saves)
    expect(await source.read()).toMatchObject({ ...kept, podcastName: 'Walks' })
  })

  test.for<[how: string, items: MadeUpItem[]]>([
    ['guids', walks(2, 1).map((item) => ({ ...item, guid: `moved ${item.title}` }))],
    [
      'guids and addresses',
      walks(2, 1).map((item) => ({
        ...item,
        guid: `moved ${item.title}`,
        url: `http://other.example/${item.bytes}.mp3`,
      })),
    ],
  ])('knows the episodes of a host that has changed their %s', async ([, items]) => {
    const source = await newSource(walks(2, 1))
    source.now({ '/feed': feed(rss({ items })) })
    await pass(2 * day)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
    expect(await source.read()).toMatchObject({ lastError: null, episodesCount: 2 })
  })

  test('says what it read without as long as the feed stays so, and that it was another one no longer than it is', async () => {
    const source = await newSource(walks(2, 1))
    const whole = rss({ items: walks(2, 1) })
    const steps: [body: string, said: string | null][] = [
      [rss({ items: [{ title: 'Other', publishedAt: first }] }), 'This feed has become another one.'],
      [whole, null],
      [whole.slice(0, whole.indexOf('</channel>')), 'The feed breaks off; what follows is not there.'],
      [whole.slice(0, whole.indexOf('</channel>')), 'The feed breaks off; what follows is not there.'],
      [whole, null],
    ]
    for (const [body, said] of steps) {
      source.now({ '/feed': feed(body) })
      await pass(2 * day)
      expect((await source.read()).lastError).toBe(said)
    }
  })

  test('takes nothing of a feed that has become another one, and says so', async () => {
    const source = await newSource(walks(2, 1))
    const items = [7, 8, 9].map((number) => ({
      title: `Other ${number}`,
      publishedAt: first - number * day,
      bytes: number,
    }))
    source.now({ '/feed': feed(rss({ title: 'Other', items })) })
    await pass(2 * day)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
    expect(await source.read()).toMatchObject({
      state: 'active',
      failures: 0,
      lastError: 'This feed has become another one.',
    })
  })

  test.for<[what: string, status: number, items: MadeUpItem[], isMoved: boolean]>([
    ['for good to a feed with an item that is known', 301, walks(2, 1), true],
    ['for now', 302, walks(2, 1), false],
    ['for good to a feed that nobody knows', 301, [{ title: 'Other', publishedAt: 1, bytes: 9 }], false],
  ])('that is sent elsewhere %s follows accordingly', async ([, status, items, isMoved]) => {
    const source = await newSource(walks(2, 1))
    const there = `new${source.host}`
    internet.host(there, { '/feed': feed(rss({ items })) })
    source.now({ '/feed': redirects(`http://${there}/feed`, status) })
    await pass(2 * day)
    expect((await source.read()).url).toBe(`http://${isMoved ? there : source.host}/feed`)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
  })

  test('finds a feed gone when it was told so twice, a day apart', async () => {
    const source = await newSource(walks(1))
    source.now({ '/feed': gone })
    await pass(2 * day)
    expect((await source.read()).state).not.toBe('gone')
    expect(await source.told()).toMatchObject({ state: 'active' })
    await pass(2 * day)
    expect(await source.read()).toMatchObject({ state: 'gone', nextAt: null })
    expect(await source.told()).toMatchObject({ state: 'gone' })
    const asked = source.asked()
    await pass(30 * day)
    expect(source.asked()).toBe(asked)
  })

  test('of a host that asks for time leaves its other feeds alone until then', async () => {
    const source = await newSource(walks(1))
    const site = { '/feed': busy('7200'), '/second': feed(rss({ title: 'Second', items: walks(1) })) }
    source.now({ ...site, '/feed': feed(rss({ items: walks(1) })) })
    await server.call(contract.addSource, { body: { url: `http://${source.host}/second` } }, await headers())
    await pass(2 * day)
    source.now(site)
    await pass(2 * day)
    const asked = source.asked()
    await pass(3600 * 1000)
    expect(source.asked()).toBe(asked)
  })

  test('of a host that asks for time waits until then on every node, also when it is asked for', async () => {
    const source = await newSource(walks(1))
    source.now({ '/feed': busy('7200') })
    await pass(2 * day)
    const asked = source.asked()
    const { nextAt } = await source.read()
    server.time.now += 120_000
    const { id } = source
    await server.call(contract.checkSource, { params: { id } }, await headers())
    expect((await source.read()).nextAt).toBe(nextAt)
    await server.deps.db.connection
      .updateTable('sources')
      .set({ next_at: server.time.now })
      .where('id', '=', id)
      .execute()
    const other = createSourceChecks(server.deps, { hostPauseMs: 0 })
    await other.runDue()
    await other.stop()
    expect(source.asked()).toBe(asked)
    expect((await source.read()).nextAt).toBe(nextAt)
    source.now({ '/feed': feed(rss({ items: walks(2, 1) })) })
    await pass(Date.parse(nextAt ?? '') - server.time.now)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
  })

  test('passes over sources that are paused', async () => {
    const source = await newSource(walks(1))
    const body = { id: source.id, url: `http://${source.host}/feed`, keep: 'none', state: 'paused' } as const
    await server.call(contract.updateSource, { params: { id: source.id }, body }, await headers())
    const asked = source.asked()
    await pass(30 * day)
    expect(source.asked()).toBe(asked)
    expect((await source.read()).state).toBe('paused')
  })
})

describe('of several nodes', () => {
  test('one asks for each feed', async () => {
    const sources = await Promise.all(Array.from({ length: 20 }, () => newSource(walks(1))))
    await pass(0)
    const before = sources.map((source) => source.asked())
    const nodes = [1, 2, 3].map(() => createSourceChecks(server.deps, { hostPauseMs: 0 }))
    server.time.now += 2 * day
    await Promise.all(nodes.map((node) => node.runDue()))
    expect(sources.map((source) => source.asked())).toEqual(before.map((count) => count + 1))
    await Promise.all(nodes.map((node) => node.stop()))
  })

  test('another goes on with what a dead one had leased, once the lease has ended', async () => {
    const source = await newSource(walks(1))
    source.now({ '/feed': feed(rss({ items: walks(2, 1) })) })
    server.time.now += 2 * day
    const { now } = server.time
    await leaseDueSources(server.deps.db, { lease: randomUUID(), now, until: now + leaseMs, limit: 1_000 })
    await server.deps.sourceChecks.runDue()
    expect(await source.episodes()).toEqual(['1 Walk 1'])
    await pass(leaseMs)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
  })
})

describe('a clock that is put back', () => {
  test('by a month delays no check by as much, nor a lease that was given before', async () => {
    const source = await newSource(walks(1))
    await pass(2 * day)
    const ahead = { lease: randomUUID(), now: server.time.now + 30 * day, limit: 1_000 }
    await leaseDueSources(server.deps.db, { ...ahead, until: ahead.now + leaseMs })
    const asked = source.asked()
    source.now({ '/feed': feed(rss({ items: walks(2, 1) })) })
    await pass(-30 * day)
    expect(source.asked()).toBe(asked + 1)
    expect(await source.episodes()).toEqual(['1 Walk 1', '2 Walk 2'])
    await pass(0)
    expect(source.asked()).toBe(asked + 1)
  })
})
