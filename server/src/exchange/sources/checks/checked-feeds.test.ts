import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import { getPodcastFeed, replacePodcastFeed } from '@earmark/contract/feed-settings.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { type MadeUpItem, rss } from '../../../testing/made-up-feeds.ts'
import {
  type Answer,
  feed,
  redirects,
  type Site,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { makeUser, signInAs } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const account = await makeUser(server, { role: 'Editor' })
/** Sessions end while the clock is turned. */
const asEditor = async () => (await signInAs(server, account)).headers
const checks = server.deps.sourceChecks
const { connection } = server.deps.db

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const first = Date.UTC(2025, 10, 1)

const walk = (number: number, more: Partial<MadeUpItem> = {}): MadeUpItem => ({
  title: `Walk ${number}`,
  publishedAt: first + number * day,
  seconds: 60 * number,
  bytes: 1000 * number,
  ...more,
})
const walks = (...numbers: number[]) => numbers.map((number) => walk(number))

let hosts = 0
const newName = () => `checked${(hosts += 1)}.example`

interface Followed {
  readonly name: string
  readonly id: number
  readonly podcastId: number
  /** What the host answers from now on at `/feed`. */
  answer(answer: Answer): void
  host(site: Site): void
  source(): Promise<contract.Source>
  episodes(): Promise<Awaited<ReturnType<typeof episodesOf>>>
  /** Checks it now. */
  check(): Promise<contract.Source>
}

async function episodesOf(podcastId: number) {
  return (await server.call(getPodcast, { params: { id: podcastId } })).episodes
}

async function addFeed(items: readonly MadeUpItem[], more = ''): Promise<Followed> {
  const name = newName()
  const host = (site: Site) => internet.host(name, site)
  const answer = (one: Answer) => host({ '/feed': one })
  answer(feed(rss({ items, more })))
  const { id, podcastId } = await server.call(
    contract.addSource,
    { body: { url: `http://${name}/feed` } },
    await asEditor(),
  )
  const source = async () => await server.call(contract.getSource, { params: { id } }, await asEditor())
  return {
    name,
    id,
    podcastId,
    answer,
    host,
    source,
    episodes: () => episodesOf(podcastId),
    async check() {
      server.time.now += 2 * minute
      await server.call(contract.checkSource, { params: { id } }, await asEditor())
      await checks.runDue()
      return await source()
    },
  }
}

const names = (episodes: readonly { name: string; number: number }[]) =>
  episodes.map(({ name, number }) => `${number} ${name}`)

describe('a check', () => {
  test('changes what the feed says of an episode, and keeps its address', async () => {
    const one = await addFeed(walks(1))
    const [before] = await one.episodes()
    one.answer(feed(rss({ items: [walk(1, { title: 'Walk one', guid: 'walk-1' })] })))
    await one.check()
    const [after] = await one.episodes()
    expect(after).toMatchObject({ id: before?.id, name: 'Walk one', audioUrl: before?.audioUrl })
  })

  test('is told by the feed here as well: rights, ways to give and an end, until an editor sets them', async () => {
    const one = await addFeed(
      walks(1),
      '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid><copyright>2025 Ann</copyright><podcast:funding url="https://give.example/a">Give</podcast:funding><podcast:funding url="https://give.example/b"/>',
    )
    const told = async () => {
      const { body } = await server.app.inject({ url: `/feeds/podcasts/${one.podcastId}.xml` })
      return body.match(/<(?:copyright|podcast:funding|itunes:complete|podcast:guid)\b.*/g)
    }
    const guid = '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>'
    expect(await told()).toEqual([
      guid,
      '<podcast:funding url="https://give.example/a">Give</podcast:funding>',
      '<podcast:funding url="https://give.example/b">give.example</podcast:funding>',
      '<copyright>2025 Ann</copyright>',
    ])
    const ended = '<itunes:complete>yes</itunes:complete>'
    one.answer(feed(rss({ items: walks(1), more: ended })))
    await one.check()
    expect(await told()).toEqual([guid, '<itunes:complete>Yes</itunes:complete>'])
    const params = { id: one.podcastId }
    const { findings: _findings, ...settings } = await server.call(
      getPodcastFeed,
      { params },
      await asEditor(),
    )
    const body = { ...settings, copyright: 'Ours', complete: false }
    await server.call(replacePodcastFeed, { params, body }, await asEditor())
    one.answer(feed(rss({ items: walks(1), more: `${ended}<copyright>2026 Ann</copyright>` })))
    await one.check()
    expect(await told()).toEqual([guid, '<copyright>Ours</copyright>'])
  })

  test('tells of episodes that do not say it whether they are explicit as their channel does', async () => {
    const said = (word: string) => ({ more: `<itunes:explicit>${word}</itunes:explicit>` })
    const items = [walk(3), walk(2, said('false')), walk(1, said('true'))]
    const one = await addFeed(items)
    const explicit = async () => (await one.episodes()).map(({ isExplicit }) => isExplicit)
    expect(await explicit()).toEqual([true, false, false])
    one.answer(feed(rss({ items, ...said('true') })))
    await one.check()
    expect(await explicit()).toEqual([true, false, true])
    one.answer(feed(rss({ items: [walk(4), ...items], ...said('true') })))
    await one.check()
    expect(await explicit()).toEqual([true, false, true, true])
    one.answer(feed(rss({ items: [walk(4), ...items], ...said('false') })))
    await one.check()
    expect(await explicit()).toEqual([true, false, false, false])
  })

  test('keeps what has left the feed, and takes no deleted episode again', async () => {
    const one = await addFeed(walks(2, 1))
    const [deleted] = await one.episodes()
    const params = { id: one.podcastId, episodeId: deleted?.id as number }
    await server.call(deleteEpisode, { params }, await asEditor())
    one.answer(feed(rss({ items: [...walks(3), walk(1, { more: '<description>New.</description>' })] })))
    await one.check()
    expect(names(await one.episodes())).toEqual(['2 Walk 2', '3 Walk 3'])
  })

  test('tells items apart that all have one guid, whatever comes on top of them', async () => {
    const shown = (...numbers: number[]) =>
      walks(...numbers).map((item) => ({ ...item, guid: 'https://example.com/show' }))
    const one = await addFeed(shown(2, 1))
    const before = await one.episodes()
    for (const numbers of [
      [3, 2, 1],
      [4, 3, 2, 1],
      [4, 3, 2, 1],
      [5, 3, 2],
    ]) {
      one.answer(feed(rss({ items: shown(...numbers) })))
      await one.check()
    }
    const after = await one.episodes()
    expect(after.slice(0, 2)).toMatchObject(before.map(({ id, audioUrl }) => ({ id, audioUrl })))
    expect(names(after)).toEqual(['1 Walk 1', '2 Walk 2', '3 Walk 3', '4 Walk 4', '5 Walk 5'])
  })

  test('takes once what stands in the feed twice', async () => {
    const one = await addFeed(walks(2, 2, 1))
    one.answer(feed(rss({ items: walks(3, 3, 2, 1, 3, 1) })))
    await one.check()
    expect(names(await one.episodes())).toEqual(['1 Walk 1', '2 Walk 2', '3 Walk 3'])
  })

  test('of hundreds of episodes writes all of them in order', async () => {
    const many = Array.from({ length: 230 }, (_, index) => {
      const number = 230 - index
      return walk(number, { publishedAt: first + day + number * minute })
    })
    const one = await addFeed(walks(1))
    one.answer(feed(rss({ items: many })))
    expect((await one.check()).episodesCount).toBe(230)
    const episodes = await one.episodes()
    expect(episodes.every(({ name, number }) => name === `Walk ${number}`)).toBe(true)
  })
})

describe('a feed that moves', () => {
  test('makes no double episodes where its guids change', async () => {
    const one = await addFeed(walks(3, 2, 1))
    const moved = [
      walk(4),
      walk(3, { guid: 'new-3' }),
      walk(2, { guid: 'new-2', url: 'http://other.example/2.mp3' }),
      walk(1, { guid: 'new-1', url: 'http://other.example/1.mp3', title: 'First walk', bytes: 1000 }),
    ]
    const before = await one.episodes()
    one.answer(feed(rss({ items: moved })))
    await one.check()
    const after = await one.episodes()
    expect(after.map(({ id }) => id).slice(0, 3)).toEqual(before.map(({ id }) => id))
    expect(names(after)).toEqual(['1 First walk', '2 Walk 2', '3 Walk 3', '4 Walk 4'])
  })

  test.each([301, 308])('by %i is at its new address once that has a known item', async (status) => {
    const one = await addFeed(walks(1))
    const there = newName()
    internet.host(there, { '/new': feed(rss({ items: walks(2, 1) })) })
    one.answer(redirects(`http://${there}/new`, status))
    expect(await one.check()).toMatchObject({ url: `http://${there}/new`, episodesCount: 2 })
  })

  test.each([302, 307])('by %i for the time being keeps its address', async (status) => {
    const one = await addFeed(walks(1))
    const there = newName()
    internet.host(there, { '/new': feed(rss({ items: walks(2, 1) })) })
    one.answer(redirects(`http://${there}/new`, status))
    expect(await one.check()).toMatchObject({ url: `http://${one.name}/feed`, episodesCount: 2 })
  })

  test('by its own word is asked for at the address that it names, if it is there', async () => {
    const one = await addFeed(walks(1))
    const there = newName()
    const word = `<itunes:new-feed-url>http://${there}/new</itunes:new-feed-url>`
    one.answer(feed(rss({ items: walks(2, 1), more: word })))
    expect((await one.check()).url).toBe(`http://${one.name}/feed`)
    internet.host(there, { '/new': feed(rss({ items: walks(3, 2, 1) })) })
    one.answer(feed(rss({ items: walks(2, 1), more: `${word}<copyright>Ours</copyright>` })))
    expect(await one.check()).toMatchObject({ url: `http://${there}/new`, episodesCount: 3 })
  })

  test('to this server is not read there, however it is sent here', async () => {
    const here = 'http://localhost:3000/feeds/podcasts/1.xml'
    internet.host('localhost', { '/feeds/podcasts/1.xml': feed(rss({ items: walks(2, 1) })) })
    const one = await addFeed(walks(1))
    const stays = { url: `http://${one.name}/feed`, episodesCount: 1 }
    for (const status of [301, 302]) {
      one.answer(redirects(here, status))
      expect(await one.check()).toMatchObject({ ...stays, lastError: 'This address is not allowed.' })
    }
    const more = `<itunes:new-feed-url>${here}</itunes:new-feed-url>`
    one.answer(feed(rss({ items: walks(1), more })))
    expect(await one.check()).toMatchObject({ ...stays, lastError: null })
    const body = { id: one.id, url: here, keep: 'none', state: 'active' } as const
    const edited = await server.attempt(
      contract.updateSource,
      { params: { id: one.id }, body },
      await asEditor(),
    )
    expect(edited).toMatchObject({ status: 400, codes: ['InvalidUrl'] })
  })

  test('to an address that another source has stays where it is', async () => {
    const one = await addFeed(walks(1))
    const other = await addFeed(walks(2, 1))
    one.answer(redirects(`http://${other.name}/feed`, 301))
    expect((await one.check()).url).toBe(`http://${one.name}/feed`)
  })
})

describe('several nodes', () => {
  test('write nothing of what another has leased meanwhile', async () => {
    const one = await addFeed(walks(1))
    one.answer((asked, response) => {
      void connection
        .updateTable('sources')
        .set({ lease: 'of another node' })
        .where('id', '=', one.id)
        .execute()
        .then(() => feed(rss({ items: walks(2, 1) }))(asked, response))
    })
    await one.check()
    expect((await one.source()).episodesCount).toBe(1)
  })
})

describe('a source that is removed', () => {
  test('leaves its podcast as an ordinary one, whose sounds are away', async () => {
    const one = await addFeed(walks(1))
    await server.call(contract.deleteSource, { params: { id: one.id }, querystring: {} }, await asEditor())
    expect(await one.episodes()).toMatchObject([{ name: 'Walk 1', audioUrl: null }])
  })

  test('takes its podcast along where that is asked for', async () => {
    const one = await addFeed(walks(1))
    const input = { params: { id: one.id }, querystring: { podcast: true } }
    await server.call(contract.deleteSource, input, await asEditor())
    expect(await server.attempt(getPodcast, { params: { id: one.podcastId } })).toMatchObject({ status: 404 })
  })
})
